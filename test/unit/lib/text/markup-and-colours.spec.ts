import { epicColours, randomColour, randomEpicColour } from '../../../../lib/text/colours';
import { holdsMarkup } from '../../../../lib/text/markup';

it('finds markup and addresses in names, and lets plain characters be', () => {
  for (const name of ['<b>x</b>', 'a <script', 'x</p>', '<!-- x', 'at HTTPS://example.org', 'http:x']) expect(holdsMarkup(name)).toBe(true);
  for (const name of ['Müller & Söhne', "O'Hara", 'a < b > c', 'I <3 you', '"Bo"']) expect(holdsMarkup(name)).toBe(false);
});

it('draws colours in the form that clients show', () => {
  for (let round = 0; round < 50; round++) expect(randomColour()).toMatch(/^#[0-9a-f]{6}$/);
  expect(new Set(epicColours).size).toBe(20);
  expect(epicColours).toContain(randomEpicColour());
});
