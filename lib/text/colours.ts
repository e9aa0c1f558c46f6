import { randomInt } from 'node:crypto';

/** The colours that a new epic gets one of (conventions.md §11). */
export const epicColours = [
  '#fce94f',
  '#edd400',
  '#c4a000',
  '#8ae234',
  '#73d216',
  '#4e9a06',
  '#d3d7cf',
  '#fcaf3e',
  '#f57900',
  '#ce5c00',
  '#729fcf',
  '#3465a4',
  '#204a87',
  '#888a85',
  '#ad7fa8',
  '#75507b',
  '#5c3566',
  '#ef2929',
  '#cc0000',
  '#a40000',
] as const;

/** A random `#rrggbb`, for a new user (conventions.md §11). */
export function randomColour(): string {
  return `#${randomInt(0x1000000).toString(16).padStart(6, '0')}`;
}

/** A random colour of {@link epicColours}. */
export function randomEpicColour(): string {
  return epicColours[randomInt(epicColours.length)] ?? epicColours[0];
}
