import { startInstallation, type Installation, type Person } from '../../support/installation';
import authService from '../../../services/auth/auth.service';
import issuesService from '../../../services/issues/issues.service';
import membershipsService from '../../../services/memberships/memberships.service';
import notificationsService from '../../../services/notifications/notifications.service';
import projectsService from '../../../services/projects/projects.service';
import searchService from '../../../services/search/search.service';
import wikiService from '../../../services/wiki/wiki.service';

interface Findings {
  issues?: { subject: string }[];
  wikipages?: { slug: string }[];
  count: number;
}

let here: Installation;
let alice: Person;
let stranger: Person;
let project: { id: number; slug: string };
const asked: string[][] = [];

beforeAll(async () => {
  const services = [authService, projectsService, membershipsService, notificationsService, issuesService, wikiService, searchService];
  const environment = { LARCH_SEARCH_LIMIT: '3' };
  here = await startInstallation(
    services,
    {
      'backlog.milestonesOf': () => [],
      'backlog.elementsByRef': () => [],
      'backlog.search': ({ kinds }) => {
        asked.push(kinds);
        return Object.fromEntries(kinds.map((kind) => [kind, []]));
      },
      'history.record': () => undefined,
    },
    environment,
  );
  [alice, stranger] = (await Promise.all(['alice', 'stranger'].map((name) => here.register(name)))) as [Person, Person];
  project = (await here.send<typeof project>('POST', '/projects', { name: 'Found', description: 'd', is_private: true }, alice)).body;
});
afterAll(() => here.stop());

const issue = (subject: string, values: object = {}) => here.send('POST', '/issues', { project: project.id, subject, ...values }, alice);
const search = async (text: string, as?: Person) =>
  (await here.send<Findings>('GET', `/search?project=${project.id}&text=${encodeURIComponent(text)}`, undefined, as)).body;
const subjects = async (text: string) => (await search(text, alice)).issues?.map(({ subject }) => subject);

describe('the search of a project', () => {
  it('finds the beginnings of words whatever their accents and case, the best first', async () => {
    await issue('A plain one', { description: 'with a café' });
    await issue('Tagged', { tags: ['cafe'] });
    await issue('CAFÉTERIA');
    expect(await subjects('cafe')).toEqual(['CAFÉTERIA', 'Tagged', 'A plain one']);
    expect(await subjects('teria')).toEqual([]);
  });

  it('reads operators, parentheses and phrases, and forgives those that are left open', async () => {
    await issue('red fox');
    await issue('fox red');
    expect(await subjects('"red fox"')).toEqual(['red fox']);
    expect(new Set(await subjects('(red OR caf) not fox'))).toEqual(new Set(['CAFÉTERIA', 'Tagged', 'A plain one']));
    expect(await subjects('fox not "red fox" or ((')).toEqual(['fox red']);
  });

  it('finds phrases and pages whatever their accents, while these count in a list', async () => {
    await issue('Le Château rouge');
    await here.send('POST', '/wiki', { project: project.id, slug: 'castle', content: 'le château fort' }, alice);
    expect(await subjects('"chateau rouge"')).toEqual(['Le Château rouge']);
    expect(await subjects('châteaù not fort')).toEqual(['Le Château rouge']);
    expect((await search('"CHATEAU fort"', alice)).wikipages).toMatchObject([{ slug: 'castle' }]);
    const listed = async (q: string) =>
      (await here.send('GET', `/issues?project=${project.id}&q=${encodeURIComponent(q)}`, undefined, alice)).body;
    expect([await listed('château'), await listed('chateau')]).toMatchObject([[{ subject: 'Le Château rouge' }], []]);
  });

  it('finds new words and not the old ones after an edit', async () => {
    const { body } = await issue('umbrella');
    await here.send('PATCH', `/issues/${String(body.id)}`, { subject: 'parasol', version: 1 }, alice);
    expect([await subjects('umbrella'), await subjects('parasol')]).toEqual([[], ['parasol']]);
  });

  it('gives at most the configured number of each kind', async () => {
    expect(await subjects('')).toHaveLength(3);
  });

  it('asks for and tells only what the requester may view', async () => {
    asked.length = 0;
    expect(await search('fox', stranger)).toEqual({ count: 0 });
    expect(await search('fox')).toEqual({ count: 0 });
    expect(asked).toEqual([]);
    expect(Object.keys(await search('fox', alice)).sort()).toEqual(['count', 'epics', 'issues', 'tasks', 'userstories', 'wikipages']);
  });

  it('does not know missing and malformed projects', async () => {
    for (const query of ['', 'project=', 'project=x', 'project=99999']) {
      expect((await here.send('GET', `/search?${query}`, undefined, alice)).status).toBe(404);
      expect((await here.send('GET', `/search?${query}`)).status).toBe(401);
    }
  });
});

describe('the resolver', () => {
  const resolve = (query: string, as?: Person) => here.send('GET', `/resolver?project=${project.slug}${query}`, undefined, as);

  it('finds issues by ref and pages by slug, alone or as ref', async () => {
    const { body: found } = await issue('Resolved');
    const { body: page } = await here.send('POST', '/wiki', { project: project.id, slug: 'home' }, alice);
    const ids = { project: project.id, issue: found.id };
    expect((await resolve(`&issue=${String(found.ref)}`, alice)).body).toEqual(ids);
    expect((await resolve(`&ref=${String(found.ref)}`, alice)).body).toEqual(ids);
    expect((await resolve('&ref=home', alice)).body).toEqual({ project: project.id, wikipage: page.id });
    expect((await resolve('&ref=nothing', alice)).body).toEqual({ project: project.id });
  });

  it('refuses whom it must not tell that there is something', async () => {
    expect((await resolve('&issue=1', stranger)).status).toBe(403);
    expect((await resolve('&issue=1')).status).toBe(401);
    expect((await resolve('&issue=999', alice)).status).toBe(404);
    expect((await resolve('&wikipage=nothing', alice)).status).toBe(404);
  });
});
