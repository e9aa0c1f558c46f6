/** A picture without compression: three bytes a pixel (red, green, blue), rows from the top. */
export interface RawPicture {
  width: number;
  height: number;
  data: Buffer;
}

/** The bytes begin like a picture, but can't be read as one. */
export class PictureError extends Error {
  override name = 'PictureError';
}

/** A small file may unpack to many pixels, all of which are held in memory. */
const mostPixels = 10_000_000;

/** Room for a picture. @throws PictureError for a size that no picture has, or that is too large */
export function emptyPicture(width: number, height: number): RawPicture {
  if (width < 1 || height < 1 || width * height > mostPixels) throw new PictureError(`a size of ${width}×${height}`);
  return { width, height, data: Buffer.alloc(width * height * 3) };
}

/** Pixels that are read at a time, which takes some milliseconds. */
const pixelsPerTurn = 200_000;

/** Does something with each row of a picture, and lets others have their turn meanwhile. */
export async function eachRow({ width, height }: Pick<RawPicture, 'width' | 'height'>, work: (row: number) => void): Promise<void> {
  const rows = Math.max(1, Math.floor(pixelsPerTurn / width));
  for (let row = 0; row < height; row++) {
    if (row % rows === rows - 1) await new Promise((resolve) => setImmediate(resolve));
    work(row);
  }
}

/** Reads numbers out of a file; what lies behind its end is a {@link PictureError}. */
export class PictureReader {
  constructor(
    private readonly content: Buffer,
    private readonly byteOrder: 'little' | 'big',
  ) {}

  byte(at: number): number {
    const value = this.content[at];
    if (value === undefined) throw new PictureError('the file breaks off');
    return value;
  }

  /** An unsigned number of two or four bytes. */
  number(at: number, size: 2 | 4): number {
    if (at < 0 || at + size > this.content.length) throw new PictureError('the file breaks off');
    return this.byteOrder === 'little' ? this.content.readUIntLE(at, size) : this.content.readUIntBE(at, size);
  }

  /** The bytes from `at`; as many as are asked for. */
  bytes(at: number, length: number): Buffer {
    if (at < 0 || at + length > this.content.length) throw new PictureError('the file breaks off');
    return this.content.subarray(at, at + length);
  }
}
