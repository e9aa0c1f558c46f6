import sharp from 'sharp';

/** The bytes aren't an image that can be shown. */
export class ImageError extends Error {
  override name = 'ImageError';
}

/** A crop, ready to be stored. */
export interface Thumbnail {
  content: Buffer;
  contentType: string;
  /** Without dot. */
  extension: string;
}

/** Pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Formats that are read. SVG and PDF are left out: they are programs, not pictures. */
const readable: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']);

/** Bytes of an avatar or a logo: they are held in memory as a whole. */
export const largestPicture = 20 * 1024 ** 2;

/** Of a small file that unpacks to more, nothing is read. */
const mostPixels = 50_000_000;

const open = (content: Buffer) => sharp(content, { limitInputPixels: mostPixels, failOn: 'error' });

/**
 * Crops of an image around its centre, one for each size, turned as its EXIF data says and without any metadata.
 * What the bytes are decides, not what they were said to be.
 * @throws ImageError when they can't be read as an image
 */
export async function cropImage(content: Buffer, sizes: readonly ImageSize[]): Promise<Thumbnail[]> {
  const extension = await imageExtension(content);
  try {
    return await Promise.all(sizes.map((size) => crop(content, size, extension === 'jpg')));
  } catch (error) {
    throw unreadable(error);
  }
}

/** The extension that fits the bytes, without dot. @throws ImageError when they aren't an image */
export async function imageExtension(content: Buffer): Promise<string> {
  const { format } = await metadataOf(content);
  if (!readable.has(format)) throw new ImageError(`unsupported format ${format}`);
  return format === 'jpeg' ? 'jpg' : format;
}

async function metadataOf(content: Buffer): Promise<sharp.Metadata> {
  try {
    return await open(content).metadata();
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown) => new ImageError(error instanceof Error ? error.message : String(error), { cause: error });

async function crop(content: Buffer, { width, height }: ImageSize, asJpeg: boolean): Promise<Thumbnail> {
  const cropped = open(content).rotate().resize(width, height, { fit: 'cover' });
  if (asJpeg) return { content: await cropped.jpeg({ quality: 85 }).toBuffer(), contentType: 'image/jpeg', extension: 'jpg' };
  return { content: await cropped.png().toBuffer(), contentType: 'image/png', extension: 'png' };
}
