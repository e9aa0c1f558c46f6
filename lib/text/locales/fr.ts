/** French names of the sections. */
export const fr: Readonly<Record<string, string>> = {
  Timeline: 'Chronologie',
  Epics: 'Épopées',
  Backlog: 'Backlog',
  Kanban: 'Kanban',
  Issues: 'Tickets',
  TeamWiki: 'TeamWiki',
};
