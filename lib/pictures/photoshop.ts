import { eachRow, emptyPicture, PictureError, PictureReader, type RawPicture } from './raw-picture';

const modes = { indexed: 2, rgb: 3, cmyk: 4, grey: 1 };
const headerSize = 26;
const paletteSize = 256;

interface Header {
  channels: number;
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  mode: number;
  /** Version 2 has longer lengths. */
  isLarge: boolean;
}

/** One byte a pixel. */
type Plane = Buffer;

/** Whether the bytes begin like a document of Photoshop. */
export const isPhotoshop = (content: Buffer): boolean => content.length > headerSize && content.toString('latin1', 0, 4) === '8BPS';

/**
 * Reads the picture of all layers together that a document of Photoshop holds, of 8 or 16 bits a sample, in grey, RGB,
 * CMYK or with a palette. @throws PictureError
 */
export async function readPhotoshop(content: Buffer): Promise<RawPicture> {
  const file = new PictureReader(content, 'big');
  const header = readHeader(file);
  const picture = emptyPicture(header.width, header.height);
  const planes = await readPlanes(file, header, compositeAt(file, header));
  const colour = colourReader(file, header, planes);
  await eachRow(header, (row) => {
    const first = row * header.width;
    for (let pixel = first; pixel < first + header.width; pixel++)
      for (let part = 0; part < 3; part++) picture.data[pixel * 3 + part] = colour(pixel, part);
  });
  return picture;
}

function readHeader(file: PictureReader): Header {
  const version = file.number(4, 2);
  const depth = file.number(22, 2);
  if ((version !== 1 && version !== 2) || (depth !== 8 && depth !== 16)) throw new PictureError('a document of an unknown form');
  return {
    channels: file.number(12, 2),
    height: file.number(14, 4),
    width: file.number(18, 4),
    depth,
    mode: file.number(24, 2),
    isLarge: version === 2,
  };
}

/** Behind the palette, the resources and the layers. */
function compositeAt(file: PictureReader, { isLarge }: Header): number {
  const resources = headerSize + 4 + file.number(headerSize, 4);
  const layers = resources + 4 + file.number(resources, 4);
  const length = isLarge ? file.number(layers, 4) * 2 ** 32 + file.number(layers + 4, 4) : file.number(layers, 4);
  return layers + (isLarge ? 8 : 4) + length;
}

async function readPlanes(file: PictureReader, header: Header, at: number): Promise<Plane[]> {
  const wanted = header.mode === modes.rgb ? 3 : header.mode === modes.cmyk ? 4 : 1;
  if (header.channels < wanted) throw new PictureError('channels are missing');
  const compression = file.number(at, 2);
  if (compression === 0) return plainPlanes(file, header, wanted, at + 2);
  if (compression === 1) return packedPlanes(file, header, wanted, at + 2);
  throw new PictureError('a compression of an unknown form');
}

function plainPlanes(file: PictureReader, { width, height, depth }: Header, wanted: number, at: number): Plane[] {
  const size = width * height * (depth / 8);
  return Array.from({ length: wanted }, (_, channel) => highBytes(file.bytes(at + channel * size, size), depth));
}

/** Rows that are packed each by itself, behind the lengths of all. */
async function packedPlanes(file: PictureReader, header: Header, wanted: number, at: number): Promise<Plane[]> {
  const { channels, width, height, depth, isLarge } = header;
  const lengthSize = isLarge ? 4 : 2;
  const row = Buffer.alloc(width * (depth / 8));
  let place = at + channels * height * lengthSize;
  const planes = Array.from({ length: wanted }, () => Buffer.alloc(width * height));
  for (const [channel, plane] of planes.entries())
    await eachRow(header, (line) => {
      const length = file.number(at + (channel * height + line) * lengthSize, lengthSize);
      unpack(file.bytes(place, length), row.fill(0));
      highBytes(row, depth).copy(plane, line * width);
      place += length;
    });
  return planes;
}

/** PackBits: a count and bytes as they are, or a count and one byte to be repeated. What doesn't fit is left out. */
function unpack(packed: Buffer, row: Buffer): void {
  let place = 0;
  for (let at = 0; at < packed.length && place < row.length;) {
    const count = packed.readInt8(at++);
    if (count >= 0) {
      packed.copy(row, place, at, at + count + 1);
      at += count + 1;
      place += count + 1;
    } else if (count > -128) {
      row.fill(packed[at++] ?? 0, place, place + 1 - count);
      place += 1 - count;
    }
  }
}

function highBytes(samples: Buffer, depth: number): Plane {
  if (depth === 8) return samples;
  const high = Buffer.alloc(samples.length / 2);
  for (let index = 0; index < high.length; index++) high[index] = samples[index * 2] ?? 0;
  return high;
}

/** How the parts of a pixel are read: red, green, blue. */
function colourReader(file: PictureReader, { mode }: Header, planes: readonly Plane[]): (pixel: number, part: number) => number {
  const sample = (plane: number, pixel: number) => planes[plane]?.[pixel] ?? 0;
  switch (mode) {
    case modes.grey:
      return (pixel) => sample(0, pixel);
    case modes.rgb:
      return (pixel, part) => sample(part, pixel);
    case modes.cmyk:
      // Stored the other way round: 255 is no ink.
      return (pixel, part) => Math.round((sample(part, pixel) * sample(3, pixel)) / 255);
    case modes.indexed: {
      const palette = file.bytes(headerSize + 4, paletteSize * 3);
      return (pixel, part) => palette[part * paletteSize + sample(0, pixel)] ?? 0;
    }
    default:
      throw new PictureError(`a document of mode ${mode}`);
  }
}
