/** Size of the pictures on cards, in pixels. */
export const cardSize = { width: 300, height: 200 };

/** Width of the pictures that stand for files that browsers can't show, in pixels. */
export const previewWidth = 800;

const previewEnd = `.${previewWidth}x0_q85.png`;

/** The path of the preview of a stored file. */
export const previewPath = (path: string) => path + previewEnd;

/** The path of the file that a preview stands for; null for any other path. */
export const previewedPath = (path: string) => (path.endsWith(previewEnd) ? path.slice(0, -previewEnd.length) : null);

/** The path of the thumbnail of a stored image. @param extension of the image, as its content says */
export const thumbnailPath = (path: string, extension: string) =>
  `${path}.${cardSize.width}x${cardSize.height}_q85_crop.${extension === 'jpg' ? 'jpg' : 'png'}`;
