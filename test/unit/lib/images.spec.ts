import sharp from 'sharp';
import { cropImage, ImageError, imageExtension } from '../../../lib/images';
import { plainBitmap, plainPhotoshop } from '../../support/pictures';

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
    ['bmp', plainBitmap()],
    ['psd', plainPhotoshop()],
  ])('are made of %s', async (extension, content) => {
    expect(await imageExtension(content)).toBe(extension);
    const crops = await cropImage(content, [{ width: 4, height: 4 }]);
    expect(crops).toMatchObject([{ contentType: 'image/png', extension: 'png' }]);
    const { data } = await sharp(crops[0]?.content).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    // The corners: red and green above, blue and white below.
    const corner = (at: number) => data.subarray(at * 3, at * 3 + 3).map((share) => (share > 127 ? 1 : 0));
    expect([0, 3, 12, 15].map((at) => [...corner(at)])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 1],
    ]);
  });

  it.each([
    ['a broken bitmap', plainBitmap().subarray(0, 60)],
    ['a broken document', plainPhotoshop().subarray(0, 45)],
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
