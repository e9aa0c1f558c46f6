const secondsPerUnit = { d: 86400, h: 3600, m: 60, s: 1 };

type Unit = keyof typeof secondsPerUnit;

/** The seconds of a second, minute, hour or day, named by its first letter; null for other letters. */
export function secondsOf(unit: string): number | null {
  return new Map<string, number>(Object.entries(secondsPerUnit)).get(unit) ?? null;
}

/** `90`, `90s`, `15m`, `24h` or `8d` in seconds; null when it is none of these. */
export function parseDuration(text: string): number | null {
  const [, digits, unit] = /^(\d{1,9})([smhd]?)$/.exec(text) ?? [];
  return digits === undefined ? null : Number(digits) * (secondsOf(unit ?? '') ?? 1);
}

/** In the largest unit that needs no fraction: 86400 is `1d`, 90 is `90s`. */
export function formatDuration(seconds: number): string {
  const units = Object.keys(secondsPerUnit) as Unit[];
  const unit = units.find((name) => seconds > 0 && seconds % secondsPerUnit[name] === 0) ?? 's';
  return `${seconds / secondsPerUnit[unit]}${unit}`;
}
