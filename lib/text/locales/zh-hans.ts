/** Simplified Chinese names of the sections. */
export const zhHans: Readonly<Record<string, string>> = {
  Kanban: '看板',
};
