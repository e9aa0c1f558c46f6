/** Two pixels wide and high: red and green above, blue and white below. */
export const colours = [0xff0000, 0x00ff00, 0x0000ff, 0xffffff];

const share = (colour: number, place: 0 | 1 | 2) => (colour >> (16 - 8 * place)) & 255;

interface BitmapOptions {
  bits: number;
  /** The rows from the bottom, each a multiple of four bytes. */
  rows: Buffer;
  palette?: readonly number[];
  masks?: readonly number[];
  fromTop?: boolean;
  width?: number;
  height?: number;
}

/** A bitmap of Windows with these pixels. */
export function bitmap({ bits, rows, palette = [], masks = [], fromTop = false, width = 2, height = 2 }: BitmapOptions): Buffer {
  const header = Buffer.alloc(54);
  const extra = Buffer.alloc((masks.length + palette.length) * 4);
  [...masks, ...palette].forEach((value, index) => extra.writeUInt32LE(value, index * 4));
  header.write('BM', 0, 'latin1');
  header.writeUInt32LE(54 + extra.length, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(fromTop ? -height : height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(masks.length > 0 ? 3 : 0, 30);
  return Buffer.concat([header, extra, rows]);
}

/** The sample colours as a bitmap of 24 bits. */
export const plainBitmap = () => bitmap({ bits: 24, rows: Buffer.from([255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]) });

interface PhotoshopOptions {
  mode: number;
  channels: number;
  depth?: 8 | 16;
  palette?: Buffer;
  compression?: number;
  /** Behind the number of the compression. */
  data: Buffer;
  width?: number;
  height?: number;
}

/** A document of Photoshop without layers. */
export function photoshop(options: PhotoshopOptions): Buffer {
  const { mode, channels, depth = 8, palette = Buffer.alloc(0), compression = 0, data, width = 2, height = 2 } = options;
  const header = Buffer.alloc(30);
  header.write('8BPS', 0, 'latin1');
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(channels, 12);
  header.writeUInt32BE(height, 14);
  header.writeUInt32BE(width, 18);
  header.writeUInt16BE(depth, 22);
  header.writeUInt16BE(mode, 24);
  header.writeUInt32BE(palette.length, 26);
  const form = Buffer.alloc(2);
  form.writeUInt16BE(compression);
  return Buffer.concat([header, palette, Buffer.alloc(8), form, data]);
}

/** The sample colours by channel. */
export const planes = Buffer.from(([0, 1, 2] as const).flatMap((place) => colours.map((colour) => share(colour, place))));

/** The sample colours as an RGB document. */
export const plainPhotoshop = () => photoshop({ mode: 3, channels: 3, data: planes });
