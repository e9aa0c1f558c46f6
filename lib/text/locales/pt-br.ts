/** Brazilian Portuguese names of the sections. */
export const ptBr: Readonly<Record<string, string>> = {
  Timeline: 'Linha do tempo',
};
