import { eachRow, emptyPicture, PictureError, PictureReader, type RawPicture } from './raw-picture';

const uncompressed = 0;
const bitFields = 3;
const fileHeader = 14;
const oldHeader = 12;

interface Header {
  width: number;
  height: number;
  /** Rows come from the bottom, unless the height is negative. */
  fromTop: boolean;
  bits: number;
  /** Where the pixels begin. */
  pixels: number;
  palette: Palette;
  masks: readonly number[];
}

interface Palette {
  at: number;
  /** Bytes of an entry. */
  step: 3 | 4;
}

/** Whether the bytes begin like a bitmap of Windows. */
export const isBitmap = (content: Buffer): boolean => content.length > fileHeader + oldHeader && content.toString('latin1', 0, 2) === 'BM';

/** Reads an uncompressed bitmap of 1, 4, 8, 16, 24 or 32 bits a pixel; transparency is left out. @throws PictureError */
export async function readBitmap(content: Buffer): Promise<RawPicture> {
  const file = new PictureReader(content, 'little');
  const header = readHeader(file);
  const { width, height, bits } = header;
  const picture = emptyPicture(width, height);
  const pixel = pixelReader(file, header);
  const rowSize = Math.ceil((width * bits) / 32) * 4;
  await eachRow(picture, (row) => {
    const at = header.pixels + rowSize * (header.fromTop ? row : height - 1 - row);
    const line = new PictureReader(file.bytes(at, rowSize), 'little');
    for (let column = 0; column < width; column++) picture.data.writeUIntBE(pixel(line, column), (row * width + column) * 3, 3);
  });
  return picture;
}

function readHeader(file: PictureReader): Header {
  const pixels = file.number(10, 4);
  const size = file.number(fileHeader, 4);
  if (size === oldHeader) {
    const [width, height, bits] = [file.number(18, 2), file.number(20, 2), file.number(24, 2)];
    return { width, height, fromTop: false, bits, pixels, palette: { at: fileHeader + size, step: 3 }, masks: [] };
  }
  const compression = file.number(30, 4);
  if (size < 40 || (compression !== uncompressed && compression !== bitFields)) throw new PictureError('a bitmap of an unknown form');
  const height = file.number(22, 4) | 0;
  const masks = compression === bitFields ? [54, 58, 62].map((at) => file.number(at, 4)) : [];
  return {
    width: file.number(18, 4) | 0,
    height: Math.abs(height),
    fromTop: height < 0,
    bits: file.number(28, 2),
    pixels,
    palette: { at: fileHeader + size, step: 4 },
    masks,
  };
}

/** How a pixel of a row is read, as 0xRRGGBB. */
function pixelReader(file: PictureReader, { bits, palette, masks }: Header): (line: PictureReader, column: number) => number {
  switch (bits) {
    case 1:
    case 4:
    case 8:
      return paletteReader(file, palette, bits);
    case 24:
      return (line, column) => line.number(column * 3, 2) + line.byte(column * 3 + 2) * 0x10000;
    case 16:
      return maskReader(2, masks.length > 0 ? masks : [0x7c00, 0x3e0, 0x1f]);
    case 32:
      return maskReader(4, masks.length > 0 ? masks : [0xff0000, 0xff00, 0xff]);
    default:
      throw new PictureError(`${bits} bits a pixel`);
  }
}

function paletteReader(file: PictureReader, { at, step }: Palette, bits: 1 | 4 | 8) {
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (line: PictureReader, column: number) => {
    const index = (line.byte(Math.floor(column / perByte)) >> (8 - bits - (column % perByte) * bits)) & mask;
    const entry = at + index * step;
    return file.number(entry, 2) + file.byte(entry + 2) * 0x10000;
  };
}

function maskReader(size: 2 | 4, masks: readonly number[]) {
  return (line: PictureReader, column: number) => {
    const value = line.number(column * size, size);
    return masks.reduce((colour, mask) => colour * 256 + (mask === 0 ? 0 : Math.round((((value & mask) >>> 0) / (mask >>> 0)) * 255)), 0);
  };
}
