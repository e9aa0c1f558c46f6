import { createHmac } from 'node:crypto';
import { hosts } from '../../../../services/webhooks/hooks/hosts';
import { referencesOf } from '../../../../services/webhooks/hooks/references';
import { isSigned, type SignedCall } from '../../../../services/webhooks/hooks/signature.rules';
import { linkNumbers, mentionComment, profileBeside, statusComment } from '../../../../services/webhooks/hooks/words';

describe('references of a commit', () => {
  it('are read in any case: statuses in order, other mentions once', () => {
    expect(referencesOf('Fix TG-12 #Done, tg-3 tg-3 and TG-4 #in_progress\nsee tg-12')).toEqual({
      statuses: [
        { ref: 12, slug: 'done' },
        { ref: 4, slug: 'in_progress' },
      ],
      mentions: [3],
    });
  });
  it('are whole words', () => expect(referencesOf('xtg-1 tg- 2 #done')).toEqual({ statuses: [], mentions: [] }));
});

const call = (changes: Partial<SignedCall>): SignedCall => ({
  settings: { secret: 'secret' },
  body: Buffer.from('{"a":1}'),
  payload: { a: 1 },
  signature: undefined,
  key: undefined,
  address: '10.1.2.3',
  ...changes,
});
const signed = (algorithm: string, secret = 'secret') => createHmac(algorithm, secret).update('{"a":1}').digest('hex');

describe('the signature of a hook', () => {
  it('of GitHub is that of the raw body', () => {
    expect(isSigned('github', call({ signature: `sha1=${signed('sha1')}` }))).toBe(true);
    const wrong = [undefined, '', 'sha1', 'sha1=', signed('sha1'), `sha1=${signed('sha1', 'other')}`, `sha256=${signed('sha1')}`];
    expect(wrong.filter((signature) => isSigned('github', call({ signature })))).toEqual([]);
  });
  it('of Gogs is in the header, or without one in the body', () => {
    expect(isSigned('gogs', call({ signature: signed('sha256') }))).toBe(true);
    expect(isSigned('gogs', call({ payload: { secret: 'secret' } }))).toBe(true);
    expect(isSigned('gogs', call({ signature: 'wrong', payload: { secret: 'secret' } }))).toBe(false);
    expect(isSigned('gogs', call({ payload: null }))).toBe(false);
  });
  it('of GitLab and Bitbucket is the key, from the addresses that are allowed', () => {
    for (const host of ['gitlab', 'bitbucket'] as const) {
      const from = (valid_origin_ips: unknown, address = '10.1.2.3') =>
        isSigned(host, call({ key: 'secret', settings: { secret: 'secret', valid_origin_ips }, address }));
      expect([
        from([]),
        from(undefined),
        from(['10.1.0.0/16']),
        from(['10.1.2.3']),
        from(['10.1.0.0/16'], '::ffff:10.1.2.3'),
      ]).not.toContain(false);
      expect([from(['10.2.0.0/16']), from(['nonsense', 7, 'fd00::/8']), from(['10.1.0.0/16'], 'x')]).not.toContain(true);
      expect(isSigned(host, call({ key: 'wrong' }))).toBe(false);
      expect(isSigned(host, call({}))).toBe(false);
    }
  });
  it.each(['github', 'gitlab', 'bitbucket', 'gogs'] as const)('of %s never holds with an empty secret', (host) => {
    const empty = { settings: { secret: '' }, key: '', payload: { secret: '' } };
    expect(isSigned(host, call({ ...empty, signature: `sha1=${signed('sha1', '')}` }))).toBe(false);
    expect(isSigned(host, call({ ...empty, signature: signed('sha256', '') }))).toBe(false);
    expect(isSigned(host, call(empty))).toBe(false);
  });
});

describe('comments', () => {
  const commit = (name: string, url: string, message = 'First line\nsecond') => ({
    ...{ id: 'abc', url: 'http://host.example/abc', message },
    author: { id: null, name, url },
  });

  it('link the author and the commit', () => {
    expect(statusComment(commit('coder', 'http://host.example/coder'), 'GitHub', 'New', 'Done')).toBe(
      `[coder](http://host.example/coder "See coder's GitHub profile") changed the status from ` +
        `[GitHub commit](http://host.example/abc "See commit 'abc - First line'")\n\n  - Status: **New** → **Done**`,
    );
    expect(mentionComment(commit('Coder', ''), 'GitLab', 'us')).toContain(
      'This user story has been mentioned by Coder in the [GitLab commit](',
    );
  });
  it('let names and addresses from outside make no other link', () => {
    expect(mentionComment(commit('x](http://evil.example)', ''), 'GitLab', 'task')).toContain('by x\\](http://evil.example) in');
    expect(mentionComment(commit('x', 'javascript:alert(1)'), 'GitLab', 'task')).toContain('by x in');
    expect(mentionComment(commit('x', 'http://a.example/) [y](z'), 'GitLab', 'task')).toContain('[x](http://a.example/%29%20[y]%28z "');
  });
  it('link the numbers of the host', () => {
    expect(linkNumbers('see #3, #4 and\n#5', 'GitLab', 'http://h.example/g/r')).toBe(
      'see #3, [GitLab#4](http://h.example/g/r/issues/4) and\n[GitLab#5](http://h.example/g/r/issues/5)',
    );
    expect(linkNumbers('#3', 'GitLab', 'nonsense')).toBe('#3');
    expect(profileBeside('https://h.example/group/repo', 'ann b')).toBe('https://h.example/ann%20b');
    expect(profileBeside('nonsense', 'ann')).toBe('');
  });
});

describe('payloads of any shape', () => {
  const shapes = [
    {},
    { commits: null },
    { commits: [null, 1, {}] },
    { push: { changes: [{ commits: 'x' }] } },
    { issue: [], object_attributes: 3 },
  ];
  const names = ['', 'push', 'issues', 'issue_comment', 'repo:push', 'issue:created', 'issue:comment_created', 'toString'];

  it.each(Object.entries(hosts))('%s reads them without failing', (_name, { read }) => {
    for (const shape of shapes)
      for (const name of names) for (const object_kind of ['issue', 'note', 'push']) read({ ...shape, object_kind }, name);
  });
  it('have no action of the prototype', () => {
    expect(hosts.github.read({ action: 'constructor' }, 'issues')).toBeNull();
    expect(hosts.gitlab.read({ object_kind: 'issue', object_attributes: { action: 'toString' } }, '')).toBeNull();
  });
});
