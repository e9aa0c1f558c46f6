import sharp from 'sharp';
import { cropImage, ImageError } from '../../../lib/images';

const picture = (format: 'png' | 'jpeg' | 'gif') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#f00' } })
    [format]()
    .toBuffer();

describe('cropped images', () => {
  it.each([
    ['png', 'image/png'],
    ['gif', 'image/png'],
    ['jpeg', 'image/jpeg'],
  ] as const)('are made of %s in every size asked for', async (format, contentType) => {
    const crops = await cropImage(await picture(format), [
      { width: 80, height: 80 },
      { width: 300, height: 200 },
    ]);
    expect(crops.map((crop) => crop.contentType)).toEqual([contentType, contentType]);
    const sizes = await Promise.all(crops.map(async ({ content }) => sharp(content).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [80, 80],
      [300, 200],
    ]);
  });

  it.each([
    ['text', Buffer.from('not an image')],
    ['nothing', Buffer.alloc(0)],
    ['a program in SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')],
  ])('are not made of %s', async (_name, content) => {
    await expect(cropImage(content, [{ width: 8, height: 8 }])).rejects.toThrow(ImageError);
  });

  it('are not made of a broken image or one that unpacks to too much', async () => {
    const whole = await picture('png');
    await expect(cropImage(whole.subarray(0, whole.length - 30), [{ width: 8, height: 8 }])).rejects.toThrow(ImageError);
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    await expect(cropImage(bomb, [{ width: 8, height: 8 }])).rejects.toThrow(ImageError);
  });
});
