/** How Jira Software paints epics. */
const colours = ['#8d542e', '#ff8b00', '#ffab01', '#0052cc', '#505f79', '#5fa321', '#cd4288', '#5243aa', '#ff8f73', '#2584ff'];
const palest = '#999999';

/** The colour of `ghx-label-3`. */
export function colourOf(name: string): string {
  const [, digits = '0'] = /(\d{1,2})$/.exec(name) ?? [];
  return colours[Number(digits) - 1] ?? palest;
}
