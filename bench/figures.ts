import { readFileSync } from 'node:fs';

/** The value below which this share of the sorted values lies. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Resident memory of a process. MiB, or null where the system doesn't tell. */
export function memoryOf(pid: number | undefined): number | null {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(ofProcess(pid, 'status')) ?? [];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : null;
}

/** Processor time that a process has used. Milliseconds, in steps of 10; 0 where the system doesn't tell. */
export function processorTimeOf(pid: number | undefined): number {
  // Fields 14 and 15, counted behind the name in parentheses.
  const fields = ofProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function ofProcess(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
