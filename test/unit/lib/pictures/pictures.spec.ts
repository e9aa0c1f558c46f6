import { isBitmap, readBitmap } from '../../../../lib/pictures/bitmap';
import { isPhotoshop, readPhotoshop } from '../../../../lib/pictures/photoshop';
import { PictureError, type RawPicture } from '../../../../lib/pictures/raw-picture';
import { bitmap, colours, photoshop, plainBitmap, plainPhotoshop, planes } from '../../../support/pictures';

const pixelsOf = ({ data }: RawPicture) => Array.from({ length: data.length / 3 }, (_, index) => data.readUIntBE(index * 3, 3));

describe('a bitmap', () => {
  const rows = (...bytes: number[]) => Buffer.from(bytes);
  it.each([
    ['24 bits', plainBitmap()],
    ['rows from the top', bitmap({ bits: 24, fromTop: true, rows: rows(0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0) })],
    ['8 bits', bitmap({ bits: 8, palette: colours, rows: rows(2, 3, 0, 0, 0, 1, 0, 0) })],
    ['4 bits', bitmap({ bits: 4, palette: colours, rows: rows(0x23, 0, 0, 0, 0x01, 0, 0, 0) })],
    ['32 bits', bitmap({ bits: 32, rows: rows(255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0) })],
    ['16 bits with masks', bitmap({ bits: 16, masks: [0xf800, 0x7e0, 0x1f], rows: rows(0x1f, 0, 0xff, 0xff, 0, 0xf8, 0xe0, 0x07) })],
  ])('of %s has its colours', async (_, content) => {
    expect([isBitmap(content), pixelsOf(await readBitmap(content))]).toEqual([true, colours]);
  });

  it('of 1 bit has two colours', async () => {
    const content = bitmap({ bits: 1, palette: [0, 0xffffff], rows: rows(0b10000000, 0, 0, 0, 0b01000000, 0, 0, 0) });
    expect(pixelsOf(await readBitmap(content))).toEqual([0, 0xffffff, 0xffffff, 0]);
  });

  it.each([
    ['breaks off', plainBitmap().subarray(0, 60)],
    ['has no size', bitmap({ bits: 24, width: 0, rows: Buffer.alloc(0) })],
    ['has a negative width', bitmap({ bits: 24, width: -2, rows: Buffer.alloc(16) })],
    ['is larger than fits into memory', bitmap({ bits: 1, width: 100_000, height: 100_000, rows: Buffer.alloc(16) })],
    ['has a strange depth', bitmap({ bits: 5, rows: Buffer.alloc(16) })],
    ['names colours that it lacks', bitmap({ bits: 8, rows: Buffer.alloc(8, 255) })],
  ])('that %s is refused', async (_, content) => {
    await expect(readBitmap(content)).rejects.toThrow(PictureError);
  });
});

it('large pictures let others have their turn', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await readPhotoshop(photoshop({ mode: 1, channels: 1, width: 1000, height: 2000, data: Buffer.alloc(2_000_000) }));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(1);
});

describe('a document of Photoshop', () => {
  const doubled = Buffer.from([...planes].flatMap((sample) => [sample, 7]));
  const inverted = Buffer.concat([planes, Buffer.alloc(4, 255)]);
  const palette = Buffer.alloc(768);
  planes.forEach((sample, index) => (palette[Math.floor(index / 4) * 256 + (index % 4)] = sample));

  it.each([
    ['RGB', plainPhotoshop()],
    ['more channels than it shows', photoshop({ mode: 3, channels: 4, data: inverted })],
    ['16 bits', photoshop({ mode: 3, channels: 3, depth: 16, data: doubled })],
    ['CMYK', photoshop({ mode: 4, channels: 4, data: inverted })],
    ['a palette', photoshop({ mode: 2, channels: 1, palette, data: Buffer.from([0, 1, 2, 3]) })],
  ])('of %s has its colours', async (_, content) => {
    expect([isPhotoshop(content), pixelsOf(await readPhotoshop(content))]).toEqual([true, colours]);
  });

  it('with packed rows has its colours', async () => {
    const lengths = [0, 3, 0, 2];
    const data = Buffer.from([...lengths, 1, 10, 20, 255, 30]);
    expect(pixelsOf(await readPhotoshop(photoshop({ mode: 1, channels: 1, compression: 1, data })))).toEqual([
      0x0a0a0a, 0x141414, 0x1e1e1e, 0x1e1e1e,
    ]);
  });

  it.each([
    ['breaks off', plainPhotoshop().subarray(0, 45)],
    ['has no size', photoshop({ mode: 3, channels: 3, width: 0, data: planes })],
    ['is larger than fits into memory', photoshop({ mode: 1, channels: 1, width: 100_000, height: 100_000, data: planes })],
    ['lacks channels', photoshop({ mode: 3, channels: 2, data: planes })],
    ['is of another mode', photoshop({ mode: 9, channels: 3, data: planes })],
    ['is packed in another way', photoshop({ mode: 3, channels: 3, compression: 2, data: planes })],
  ])('that %s is refused', async (_, content) => {
    await expect(readPhotoshop(content)).rejects.toThrow(PictureError);
  });
});
