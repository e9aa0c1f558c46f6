import { oauthFields, startStub, type Stub } from './stub';

export const trelloToken = 'granted.hidden';
const ann = 'aaaaaaaaaaaaaaaaaaaaaaa1';
const bob = 'bbbbbbbbbbbbbbbbbbbbbbb2';
const carl = 'ccccccccccccccccccccccc3';
export const trelloPeople = { ann, bob, carl };

const board = (origin: string) => ({
  id: 'board1',
  name: 'Kitchen',
  desc: 'What to cook',
  organization: { logoHash: null, logoUrl: `${origin}/logos/one` },
  labels: [
    { id: 'l1', name: 'Vegan', color: 'green' },
    { id: 'l2', name: '', color: 'sky_dark' },
    { id: 'l3', name: 'Plain', color: null },
  ],
  lists: [
    { id: 'done', name: 'Done', closed: false, pos: 300 },
    { id: 'todo', name: 'To do', closed: false, pos: 100 },
    { id: 'old', name: 'Old', closed: true, pos: 200 },
    { id: 'again', name: 'Done', closed: false, pos: 400 },
  ],
  cards: [
    {
      id: '5f0000000000000000000001',
      idList: 'done',
      name: 'Soup',
      desc: 'Hot *soup*',
      idMembers: [ann, bob, carl],
      labels: [
        { name: 'Vegan', color: 'green' },
        { name: '', color: 'sky_dark' },
      ],
      due: '2024-03-01T11:00:00.000Z',
      closed: false,
      pos: 65535.5,
      dateLastActivity: '2024-02-02T10:00:00.000Z',
      url: 'https://trello.com/c/one',
      attachments: [
        { id: 'f1', name: 'recipe.txt', bytes: 11, url: `${origin}/files/recipe.txt`, date: '2024-01-05T10:00:00.000Z', idMember: ann },
        { id: 'f2', name: 'A link', bytes: null, url: 'https://example.com/', date: '2024-01-05T10:00:00.000Z', idMember: ann },
        { id: 'f3', name: 'gone.txt', bytes: 5, url: `${origin}/files/gone.txt`, date: '2024-01-05T10:00:00.000Z', idMember: ann },
        { id: 'f4', name: 'moved.txt', bytes: 11, url: `${origin}/files/moved.txt`, date: '2024-01-06T10:00:00.000Z', idMember: carl },
      ],
    },
    {
      id: '5f0000000000000000000002',
      idList: 'todo',
      name: 'Bread',
      desc: '',
      idMembers: [],
      labels: [],
      due: null,
      closed: false,
      pos: 1000,
      dateLastActivity: '2024-02-03T10:00:00.000Z',
      url: 'https://trello.com/c/two',
      attachments: [],
    },
    { id: '5f0000000000000000000003', idList: 'todo', name: 'Archived', closed: true, pos: 1 },
    { id: '5f0000000000000000000004', idList: 'old', name: 'In a closed list', closed: false, pos: 1 },
  ],
  checklists: [
    {
      id: 'c1',
      idCard: '5f0000000000000000000001',
      pos: 1,
      checkItems: [
        { id: 'i2', name: 'Boil', state: 'incomplete', pos: 20 },
        { id: 'i1', name: 'Chop', state: 'complete', pos: 10 },
      ],
    },
  ],
});

const who = (id: string, fullName: string) => ({ idMemberCreator: id, memberCreator: { id, fullName, username: fullName.toLowerCase() } });
const day = (number: number) => new Date(Date.UTC(2024, 0, number, 10)).toISOString();

/** Newest first, more than Trello gives at once. */
const actions = [
  ...Array.from({ length: 1000 }, (_, index) => ({
    type: 'commentCard',
    date: new Date(Date.UTC(2024, 0, 20, 10, 0, 1000 - index)).toISOString(),
    ...who(carl, 'Carl'),
    data: { text: `Remark ${1000 - index}` },
  })),
  { type: 'updateCard', date: day(7), ...who(ann, 'Ann'), data: { old: { due: null }, card: { due: '2024-03-01T11:00:00.000Z' } } },
  { type: 'updateCard', date: day(6), ...who(ann, 'Ann'), data: { old: { desc: 'Soup' }, card: { desc: 'Hot *soup*' } } },
  {
    type: 'updateCard',
    date: day(5),
    ...who(bob, 'Bob'),
    data: {
      old: { idList: 'old' },
      card: { idList: 'done' },
      listBefore: { id: 'old', name: 'Old' },
      listAfter: { id: 'done', name: 'Done' },
    },
  },
  { type: 'updateCard', date: day(4), ...who(carl, 'Carl'), data: { old: { name: 'Broth' }, card: { name: 'Soup' } } },
  { type: 'commentCard', date: day(3), ...who(bob, 'Bob'), data: { text: 'Tasty' } },
  { type: 'createCard', date: day(2), ...who(ann, 'Ann'), data: {} },
];

/** Trello as it documents itself, with one board `board1`. Its origin serves login, API and files. */
export async function startTrello(): Promise<Stub> {
  let origin = '';
  const boards = () => [
    { id: 'board1', name: 'Kitchen', desc: 'What to cook', prefs: { permissionLevel: 'private' }, idOrganization: null },
    { id: 'board2', name: 'Open', desc: '', prefs: { permissionLevel: 'public' }, idOrganization: null },
    {
      id: 'board3',
      name: 'Ours',
      desc: '',
      prefs: { permissionLevel: 'org' },
      idOrganization: 'o',
      organization: { prefs: { permissionLevel: 'private' } },
    },
    {
      id: 'board4',
      name: 'Theirs',
      desc: '',
      prefs: { permissionLevel: 'org' },
      idOrganization: 'p',
      organization: { prefs: { permissionLevel: 'public' } },
    },
  ];
  const stub = await startStub(
    [
      ['POST', /^\/1\/OAuthGetRequestToken$/, () => ({ body: 'oauth_token=asked&oauth_token_secret=hush&oauth_callback_confirmed=true' })],
      [
        'POST',
        /^\/1\/OAuthGetAccessToken$/,
        ({ headers }) => {
          const { oauth_token: token, oauth_verifier: verifier } = oauthFields(headers.authorization);
          const known = token === 'asked' && verifier === 'good';
          return known ? { body: 'oauth_token=granted&oauth_token_secret=hidden' } : { status: 401, body: 'token not found' };
        },
      ],
      ['GET', /^\/1\/members\/me\/boards$/, () => ({ body: boards() })],
      ['GET', /^\/1\/board\/board1\/members\/all$/, () => ({ body: [{ id: ann }, { id: bob }] })],
      [
        'GET',
        /^\/1\/member\/(.*)$/,
        ({ parts }) =>
          parts[0] === ann
            ? { body: { id: ann, fullName: 'Ann', username: 'ann', email: 'ann@example.com', avatarUrl: 'https://avatars.example.com/a' } }
            : { body: { id: bob, fullName: 'Bob', username: 'bob', avatarUrl: null } },
      ],
      ['GET', /^\/1\/board\/board1$/, () => ({ body: board(origin) })],
      [
        'GET',
        /^\/1\/card\/(.*)\/actions$/,
        ({ parts, query }) => {
          const before = query.get('before') ?? '9';
          const all = parts[0] === '5f0000000000000000000001' ? actions : [];
          return { body: all.filter(({ date }) => date < before).slice(0, Number(query.get('limit'))) };
        },
      ],
      ['GET', /^\/files\/recipe\.txt$/, ({ headers }) => (isSigned(headers.authorization) ? { body: 'Cut, boil.\n' } : { status: 401 })],
      ['GET', /^\/files\/moved\.txt$/, () => ({ status: 302, headers: { location: '/files/recipe.txt' } })],
      ['GET', /^\/logos\/one\/170\.png$/, () => ({ status: 404 })],
    ],
    ({ path, headers }) =>
      path.startsWith('/1/') && !path.includes('OAuth') && !isSigned(headers.authorization) ? { status: 401, body: 'invalid token' } : null,
  );
  origin = stub.origin;
  return stub;
}

function isSigned(header: string | undefined): boolean {
  const { oauth_consumer_key: key, oauth_token: token, oauth_signature: signature } = oauthFields(header);
  return key === 'trello-key' && token === 'granted' && Boolean(signature);
}
