import { randomBytes } from 'node:crypto';

/** How large the project of a generated dump is. */
export interface DumpSize {
  stories: number;
  /** Of each story. */
  entries: number;
  /** Bytes of each file; stories have them in turn. */
  files: readonly number[];
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** Half of the bytes in one large file, a quarter in files of 16 MiB, and a quarter in files of 64 KiB. */
export function fileSizes(bytes: number): number[] {
  const parts = (share: number, size: number) => Array<number>(Math.floor(share / size)).fill(size);
  return [...parts(bytes / 2, bytes / 2 || 1), ...parts(bytes / 4, 16 * mebibyte), ...parts(bytes / 4, 64 * kibibyte)];
}

const at = (index: number) => new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString().replace(/\.\d+Z$/, '+0000');

/** Bytes that are repeated in files, and the same as base64. */
const pieceSize = 3 * 16 * kibibyte;
const piece = randomBytes(pieceSize).toString('base64');

/** The text of a dump, piece by piece. */
export function* dumpText(size: DumpSize): Generator<string> {
  yield `${JSON.stringify(projectAlone()).slice(0, -1)},"user_stories":[`;
  for (let index = 0; index < size.stories; index++) {
    if (index > 0) yield ',';
    yield JSON.stringify(story(index, size.entries)).slice(0, -1);
    yield ',"attachments":[';
    for (let file = index; file < size.files.length; file += size.stories) {
      if (file > index) yield ',';
      yield* attachment(size.files[file] ?? 0);
    }
    yield ']}';
  }
  yield ']}';
}

function projectAlone(): object {
  const named = (names: readonly string[]) => names.map((name, order) => ({ name, order }));
  return {
    ...{ name: 'Large', description: 'A large project', is_private: true },
    roles: [{ name: 'Dev', slug: 'dev', computable: true, permissions: ['view_project', 'view_us'] }],
    us_statuses: named(['New', 'In progress', 'Done']),
    points: [
      { name: '?', value: null },
      { name: '5', value: 5 },
    ],
  };
}

function story(index: number, entries: number): object {
  return {
    ref: index + 1,
    subject: `Story ${index}`,
    description: `Words of **story** ${index}. `.repeat(10),
    status: 'New',
    created_date: at(index),
    history: Array.from({ length: entries }, (_, entry) => historyEntry(entry, at(index * entries + entry))),
  };
}

function historyEntry(entry: number, created_at: string): object {
  const first = entry === 0;
  return {
    ...{ user: [], created_at, type: first ? 2 : 1, comment: entry % 2 ? 'A comment on it, see #1' : '' },
    diff: first ? {} : { subject: ['before', 'after'], description: ['x'.repeat(200), 'y'.repeat(200)] },
    ...{ snapshot: first ? { subject: 'A story', description: 'z'.repeat(400) } : null, is_snapshot: first },
  };
}

function* attachment(size: number): Generator<string> {
  yield '{"attached_file":{"name":"file.bin","data":"';
  for (let rest = size; rest > 0; rest -= pieceSize) yield piece.slice(0, Math.ceil(Math.min(rest, pieceSize) / 3) * 4);
  yield '"}}';
}
