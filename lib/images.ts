import sharp from 'sharp';
import { isBitmap, readBitmap } from './pictures/bitmap';
import { isPhotoshop, readPhotoshop } from './pictures/photoshop';

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

/** Formats that sharp doesn't read. */
const others = [
  { extension: 'bmp', is: isBitmap, read: readBitmap },
  { extension: 'psd', is: isPhotoshop, read: readPhotoshop },
] as const;

const otherFormat = (content: Buffer) => others.find(({ is }) => is(content));

async function open(content: Buffer): Promise<sharp.Sharp> {
  const picture = await otherFormat(content)?.read(content);
  if (!picture) return sharp(content, { limitInputPixels: mostPixels, failOn: 'error' });
  const { data, width, height } = picture;
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/**
 * Crops of an image around its centre, one for each size, turned as its EXIF data says and without any metadata.
 * What the bytes are decides, not what they were said to be.
 * @throws ImageError when they can't be read as an image
 */
export async function cropImage(content: Buffer, sizes: readonly ImageSize[]): Promise<Thumbnail[]> {
  const extension = await imageExtension(content);
  try {
    const image = await open(content);
    return await Promise.all(sizes.map((size) => crop(image.clone(), size, extension === 'jpg')));
  } catch (error) {
    throw unreadable(error);
  }
}

/** The whole image as PNG, at most as wide as this. @throws ImageError when it can't be read */
export async function shrinkImage(content: Buffer, width: number): Promise<Thumbnail> {
  try {
    const image = (await open(content)).rotate().resize({ width, withoutEnlargement: true });
    return { content: await image.png().toBuffer(), contentType: 'image/png', extension: 'png' };
  } catch (error) {
    throw unreadable(error);
  }
}

/** The media type of images with this extension, one of those of {@link imageExtension}. */
export function imageType(extension: string): string {
  if (extension === 'jpg') return 'image/jpeg';
  return extension === 'psd' ? 'image/vnd.adobe.photoshop' : `image/${extension}`;
}

/** The extension that fits the bytes, without dot. @throws ImageError when they don't begin like an image */
export async function imageExtension(content: Buffer): Promise<string> {
  const other = otherFormat(content);
  if (other) return other.extension;
  const { format } = await metadataOf(content);
  if (!readable.has(format)) throw new ImageError(`unsupported format ${format}`);
  return format === 'jpeg' ? 'jpg' : format;
}

async function metadataOf(content: Buffer): Promise<sharp.Metadata> {
  try {
    return await (await open(content)).metadata();
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown) => new ImageError(error instanceof Error ? error.message : String(error), { cause: error });

async function crop(image: sharp.Sharp, { width, height }: ImageSize, asJpeg: boolean): Promise<Thumbnail> {
  const cropped = image.rotate().resize(width, height, { fit: 'cover' });
  if (asJpeg) return { content: await cropped.jpeg({ quality: 85 }).toBuffer(), contentType: 'image/jpeg', extension: 'jpg' };
  return { content: await cropped.png().toBuffer(), contentType: 'image/png', extension: 'png' };
}
