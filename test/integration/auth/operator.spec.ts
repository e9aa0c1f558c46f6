import command from '../../../repl-commands/applications';
import { deciphered, startInstallation, userOfApplicationToken, type Installation, type Person } from './support';

const fixed = {
  id: '5c8515c2-4fc4-11e5-9a5e-68f72800aadd',
  key: 'this-is-the-secret-key',
  name: 'Fixed',
  next_url: 'http://app.example.com/cb',
};

let here: Installation;
let alice: Person;

beforeAll(async () => {
  here = await startInstallation({}, { LARCH_APPLICATIONS: JSON.stringify([fixed]) });
  alice = await here.register('alice');
});
afterAll(() => here.stop());

type Choice = Parameters<typeof command.action>[1];

/** The lines that an operator sees. */
async function applications(action?: string, id?: string, options: Choice['options'] = {}): Promise<string[]> {
  const lines: string[] = [];
  const print = jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  await command.action(here.broker, { action, id, options });
  print.mockRestore();
  return lines;
}

const idIn = (lines: string[]) => /[0-9a-f-]{36}/.exec(lines[0] ?? '')?.[0] ?? '';
const keyIn = (lines: string[]) => / (\S+)$/.exec(lines[1] ?? '')?.[1] ?? '';

async function tokenFor(id: string, key: string): Promise<string> {
  const { body } = await here.send('POST', '/application-tokens/authorize', { application: id, state: 's' }, alice);
  const round = { application: id, state: 's', auth_code: body.auth_code };
  return deciphered((await here.send('POST', '/application-tokens/validate', round)).body.cyphered_token, key);
}

describe('the command for external applications', () => {
  it('makes one with a drawn id and key that users can grant, shows the key once, and the API never', async () => {
    const made = await applications('add', undefined, {
      name: 'Board',
      nextUrl: 'https://board.example.com/back',
      web: 'https://board.example.com',
    });
    const [id, key] = [idIn(made), keyIn(made)];
    expect(key.length).toBeGreaterThanOrEqual(40);
    const shown = { id, name: 'Board', web: 'https://board.example.com', description: null, icon_url: null };
    expect((await here.send('GET', `/applications/${id}`, undefined, alice)).body).toEqual(shown);
    expect(await userOfApplicationToken(here, await tokenFor(id, key))).toBe(alice.id);
    const listed = (await applications()).join('\n');
    expect([listed.includes(`${id} Board`), listed.includes(key), listed.includes(fixed.key)]).toEqual([true, false, false]);
  });

  it('changes what is given, and takes optional values away by an empty text', async () => {
    const id = idIn(await applications('add', undefined, { name: 'Old', nextUrl: 'https://x.example.com/', web: 'https://x.example.com' }));
    expect((await applications('change', id, { name: 'New', web: '' }))[0]).toContain('New');
    expect((await here.send('GET', `/applications/${id}`, undefined, alice)).body).toMatchObject({ name: 'New', web: null });
  });

  it('draws a new key, by which what was granted is deciphered from then on', async () => {
    const made = await applications('add', undefined, { name: 'Lost', nextUrl: 'https://x.example.com/' });
    const token = await tokenFor(idIn(made), keyIn(made));
    const renewed = await applications('change', idIn(made), { newKey: true });
    expect(keyIn(renewed)).not.toBe(keyIn(made));
    expect(await tokenFor(idIn(made), keyIn(renewed))).toBe(token);
    await expect(tokenFor(idIn(made), keyIn(made))).rejects.toThrow();
  });

  it('removes one with all that was granted to it, at once', async () => {
    const made = await applications('add', undefined, { name: 'Gone', nextUrl: 'https://x.example.com/' });
    const id = idIn(made);
    const token = await tokenFor(id, keyIn(made));
    expect(await userOfApplicationToken(here, token)).toBe(alice.id);
    expect((await applications('remove', id))[0]).toMatch(/^Removed/);
    expect(await userOfApplicationToken(here, token)).toBe(0);
    expect((await here.send('GET', `/applications/${id}`, undefined, alice)).status).toBe(404);
    expect((await applications('remove', id))[0]).toMatch(/^There is no application/);
  });

  it.each<[string, Choice['options'], RegExp]>([
    ['no name', { nextUrl: 'https://x.example.com/' }, /name/],
    ['no address to return to', { name: 'X' }, /next_url/],
    ['a short key', { name: 'X', nextUrl: 'https://x.example.com/', key: 'short' }, /key/],
    ['an odd id', { name: 'X', nextUrl: 'https://x.example.com/', id: '../x' }, /id/],
    ['a known id', { name: 'X', nextUrl: 'https://x.example.com/', id: fixed.id }, /already/],
  ])('refuses %s', async (_what, options, message) => {
    const before = (await applications()).length;
    const [line] = await applications('add', undefined, options);
    expect(line).toMatch(message);
    expect(await applications()).toHaveLength(before);
  });

  it('leaves applications of the settings alone', async () => {
    for (const action of ['change', 'remove'])
      expect((await applications(action, fixed.id, { name: 'X' }))[0]).toContain('LARCH_APPLICATIONS');
    expect((await applications('list')).join()).toContain(`${fixed.id} Fixed`);
  });

  it.each([['change'], ['remove'], ['constructor'], ['unheard']])('explains itself for %j alone', async (action) => {
    expect((await applications(action))[0]).toMatch(/^applications list/);
  });
});
