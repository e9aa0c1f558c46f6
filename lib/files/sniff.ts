const ascii = (text: string) => Buffer.from(text, 'latin1');

/** Beginnings by which types are known: the bytes and where they stand. */
const signatures: readonly { type: string; parts: readonly [offset: number, bytes: Buffer][] }[] = [
  { type: 'image/png', parts: [[0, ascii('\x89PNG\r\n\x1a\n')]] },
  { type: 'image/jpeg', parts: [[0, ascii('\xff\xd8\xff')]] },
  { type: 'image/gif', parts: [[0, ascii('GIF8')]] },
  {
    type: 'image/webp',
    parts: [
      [0, ascii('RIFF')],
      [8, ascii('WEBP')],
    ],
  },
  { type: 'image/tiff', parts: [[0, ascii('II*\0')]] },
  { type: 'image/tiff', parts: [[0, ascii('MM\0*')]] },
  { type: 'image/heif', parts: [[4, ascii('ftypheic')]] },
  { type: 'image/heif', parts: [[4, ascii('ftypmif1')]] },
  {
    type: 'image/bmp',
    parts: [
      [0, ascii('BM')],
      [6, ascii('\0\0\0\0')],
    ],
  },
  { type: 'image/vnd.adobe.photoshop', parts: [[0, ascii('8BPS\0')]] },
  { type: 'application/pdf', parts: [[0, ascii('%PDF-')]] },
  { type: 'application/zip', parts: [[0, ascii('PK\x03\x04')]] },
  { type: 'application/gzip', parts: [[0, ascii('\x1f\x8b')]] },
  { type: 'video/mp4', parts: [[4, ascii('ftyp')]] },
  { type: 'video/webm', parts: [[0, ascii('\x1a\x45\xdf\xa3')]] },
  { type: 'audio/mpeg', parts: [[0, ascii('ID3')]] },
  { type: 'application/ogg', parts: [[0, ascii('OggS')]] },
  {
    type: 'audio/wav',
    parts: [
      [0, ascii('RIFF')],
      [8, ascii('WAVE')],
    ],
  },
];

const unknown = 'application/octet-stream';

/**
 * The media type that the first bytes of a file show. Text is `text/plain`, also where it is a program for browsers
 * (HTML, SVG); anything that isn't known is `application/octet-stream`.
 */
export function sniffType(head: Buffer): string {
  const found = signatures.find(({ parts }) =>
    parts.every(([offset, bytes]) => head.subarray(offset, offset + bytes.length).equals(bytes)),
  );
  return found?.type ?? (isText(head) ? 'text/plain; charset=utf-8' : unknown);
}

/** UTF-8 without control characters; the last character may be cut off. */
function isText(head: Buffer): boolean {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const control = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;
  try {
    return !control.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
}
