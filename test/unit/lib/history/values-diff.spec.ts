import { valuesDiff, withThumbnails } from '../../../../lib/history/values-diff';

const same = (name: string) => name;

describe('the readable form of a diff', () => {
  it('names people in the order in which the diff lists them, and leaves out who has no name', () => {
    const names = { users: { 3: 'Adam', 7: 'Zed' } };
    expect(valuesDiff({ assigned_users: [[], [7, 5, 3]] }, names, same)).toEqual({ assigned_users: [null, 'Zed, Adam'] });
    expect(valuesDiff({ assigned_users: [[5], null] }, names, same)).toEqual({ assigned_users: [null, null] });
  });
});

describe('thumbnails in a readable diff', () => {
  const image = { id: 1, url: 'http://here/media/a/dot.png', attached_file: 'a/dot.png', thumbnail_file: 'a/dot.png.small.png' };

  it('are beside the images that came and went', () => {
    const { attachments } = withThumbnails({ attachments: { new: [image], changed: [], deleted: [{ ...image, thumbnail_file: null }] } });
    expect(attachments).toMatchObject({
      new: [{ id: 1, thumb_url: 'http://here/media/a/dot.png.small.png' }],
      changed: [],
      deleted: [{ id: 1, thumb_url: null }],
    });
  });

  it.each([[null], ['x'], [[1]], [{ new: 5, changed: 'x' }], [{ new: [null, 7, [image]], deleted: {} }]])(
    'leave attachments as they came from outside when they are %j',
    (attachments) => {
      expect(withThumbnails({ attachments, subject: ['a', 'b'] })).toEqual({ attachments, subject: ['a', 'b'] });
    },
  );
});
