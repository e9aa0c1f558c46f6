/** Dates of web notifications are shown without milliseconds (notifications.md). */
export const shownDate = (date: string): string => date.replace(/(\.\d+)?Z$/, '+0000');
