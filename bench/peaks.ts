import { createWriteStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The processes of a Larch and the most memory that each of them needed. */
export class Peaks {
  private constructor(private readonly names: ReadonlyMap<number, string>) {}

  /** @param main the embedded server, or the process whose children are the services of a cluster */
  static of(main: number, isCluster: boolean): Peaks {
    if (!isCluster) return new Peaks(new Map([[main, 'larch']]));
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ').map(Number);
    const nameOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean).at(-1) ?? '';
    return new Peaks(new Map(children.map((pid) => [pid, nameOf(pid)])));
  }

  /** Begins anew. */
  async reset(): Promise<void> {
    for (const pid of this.names.keys()) await pipeline(Readable.from(['5']), createWriteStream(`/proc/${pid}/clear_refs`));
  }

  /** The largest first. MiB. */
  toString(): string {
    const peaks = [...this.names].map(([pid, name]) => ({ name, peak: peakOf(pid) })).sort((left, right) => right.peak - left.peak);
    return peaks.map(({ name, peak }) => `${name} ${peak}`).join(', ');
  }
}

function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
