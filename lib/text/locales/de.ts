/** German names of the sections. */
export const de: Readonly<Record<string, string>> = {
  Timeline: 'Zeitleiste',
  Epics: 'Epics',
  Backlog: 'Backlog',
  Kanban: 'Kanban',
  Issues: 'Probleme',
  TeamWiki: 'TeamWiki',
};
