import { readBody } from '../../../../lib/resource/read-body';
import { pageFields } from '../../../../services/wiki/page.fields';

const slugOf = (slug: unknown) => {
  const { values, errors } = readBody({ slug: pageFields.slug! }, { slug }, 'create');
  return errors.slug ?? values.slug;
};

describe('the slug of a page', () => {
  it.each(['home', 'Über_uns-2', '日本語', 'a'.repeat(500)])('takes letters and digits of any script: %s', (slug) => {
    expect(slugOf(slug)).toBe(slug);
  });

  it.each(['has space', 'a/b', 'a.b', '<b>', 'a\n'])('refuses everything else: %j', (slug) => {
    expect(slugOf(slug)).toEqual(['Enter a valid “slug” consisting of Unicode letters, numbers, underscores, or hyphens.']);
  });

  it('is required and has an end', () => {
    expect(slugOf('')).toEqual(['This field is required.']);
    expect(slugOf('a'.repeat(501))).toEqual(['Ensure this value has at most 500 characters (it has 501).']);
  });

  it('keeps a page in the project that it was made in', () => {
    expect(readBody(pageFields, { project: 2, slug: 'x' }, 'replace').values).not.toHaveProperty('project');
  });
});
