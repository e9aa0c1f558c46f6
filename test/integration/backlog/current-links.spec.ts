import { allServices } from '../../support/all-services';
import { startInstallation, type Installation, type Person } from '../../support/installation';

interface Body {
  id: number;
  ref: number;
  version: number;
  description_html: string;
  blocked_note_html: string;
  html: string;
}

let here: Installation;
let owner: Person;
let project: number;

const ask = <Answer = Body>(method: string, path: string, body?: unknown) => here.send<Answer>(method, path, body, owner);

beforeAll(async () => {
  here = await startInstallation(allServices());
  owner = await here.register('owner');
  project = (await ask('POST', '/projects', { name: 'Linked', description: 'x' })).body.id;
}, 60_000);
afterAll(() => here?.stop());

const link = (ref: number, subject: string) => new RegExp(`<a [^>]*href="[^"]*/(us|issue)/${ref}"[^>]* title="#${ref} ${subject}"`);

describe('links of texts to other elements', () => {
  it('are there once the element is, show its subject of today, and go with it', async () => {
    const { body: story } = await ask('POST', '/userstories', { project, subject: 'Names another', description: 'After #2 and #1' });
    expect(story.ref).toBe(1);
    expect(story.description_html).not.toMatch(link(2, 'Named'));
    const { body: issue } = await ask('POST', '/issues', { project, subject: 'Named' });
    const read = async (path: string) => (await ask('GET', path)).body.description_html;
    const paths = [`/userstories/${story.id}`, `/userstories/by_ref?ref=1&project=${project}`];
    for (const path of paths) expect(await read(path)).toMatch(link(2, 'Named'));
    await ask('PATCH', `/issues/${issue.id}`, { subject: 'Renamed', version: 1 });
    for (const path of paths) expect(await read(path)).toMatch(link(2, 'Renamed'));
    const { body: changed } = await ask('PATCH', `/userstories/${story.id}`, { subject: 'Changed', version: 1 });
    expect(changed.description_html).toMatch(link(2, 'Renamed'));
    expect(changed.description_html).toMatch(link(1, 'Changed'));
    await ask('DELETE', `/issues/${issue.id}`);
    for (const path of paths) {
      expect(await read(path)).not.toContain('/issue/2');
      expect(await read(path)).toMatch(link(1, 'Changed'));
    }
  });

  it('are so in wiki pages, one or a list of them, without an operation for each', async () => {
    const { body: named } = await ask('POST', '/userstories', { project, subject: 'Old' });
    const page = (slug: string) => ask('POST', '/wiki', { project, slug, content: `See #${named.ref}` });
    const { body: first } = await page('first');
    await page('second');
    await ask('PATCH', `/userstories/${named.id}`, { subject: 'New', version: 1 });
    const { body: listed } = await ask<Body[]>('GET', `/wiki?project=${project}`);
    expect(listed.map(({ html }) => link(named.ref, 'New').test(html))).toEqual([true, true]);
    for (const path of [`/wiki/${first.id}`, `/wiki/by_slug?slug=second&project=${project}`])
      expect((await ask('GET', path)).body.html).toMatch(link(named.ref, 'New'));
    const costs = () => here.costs(() => ask('GET', `/wiki?project=${project}`));
    const two = await costs();
    for (const slug of ['third', 'fourth', 'fifth']) await page(slug);
    await ask('GET', `/wiki?project=${project}`);
    expect((await costs()).calls).toEqual(two.calls);
  });
});
