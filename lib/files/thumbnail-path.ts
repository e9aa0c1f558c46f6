/** Size of the pictures on cards, in pixels. */
export const cardSize = { width: 300, height: 200 };

/** The path of the thumbnail of a stored image. @param extension of the image, as its content says */
export const thumbnailPath = (path: string, extension: string) =>
  `${path}.${cardSize.width}x${cardSize.height}_q85_crop.${extension === 'jpg' ? 'jpg' : 'png'}`;
