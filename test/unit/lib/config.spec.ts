import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, describeConfig, loadConfig, settings } from '../../../lib/config';
import { resolveSecretKey } from '../../../lib/config/secret-key';

const application = {
  id: '5c8515c2-4fc4-11e5-9a5e-68f72800aadd',
  key: 'hush-application-key',
  name: 'App',
  next_url: 'http://app.example.com/callback',
};

const rsaKey = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const curveKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('loadConfig', () => {
  it('gives a complete embedded configuration when nothing is set', () => {
    const config = loadConfig({});
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 8000, healthPort: 8001, requestTimeout: 30 });
    expect(config.addresses.api).toBe('http://127.0.0.1:8000');
    expect(config.dataFolder).toBe(resolve('data'));
    expect([config.natsUrl, config.mongoUrl, config.s3, config.mail.smtpUrl]).toEqual([null, null, null, null]);
    expect(config.accounts).toMatchObject({ publicRegister: false, accessLifetime: 86400, refreshLifetime: 691200 });
    expect(config.throttle.rates['login-fail']).toEqual([]);
    expect(config.throttle.rates['import-dump-mode']).toEqual([{ limit: 1, seconds: 60 }]);
  });

  it('reads every type of value and takes an empty variable as unset', () => {
    const config = loadConfig({
      PORT: '9100',
      HOST: '',
      LARCH_SITE_URL: 'https://front.example.com/',
      LARCH_MAX_BODY: '512k',
      LARCH_PUBLIC_REGISTER: 'yes',
      LARCH_ALLOWED_EMAIL_DOMAINS: 'Example.com, example.org',
      LARCH_IMPORTERS: 'github,jira',
      LARCH_GITHUB_CLIENT_ID: 'larch',
      LARCH_GITHUB_CLIENT_SECRET: 'secret',
      LARCH_JIRA_CONSUMER_KEY: 'larch',
      LARCH_JIRA_PRIVATE_KEY: rsaKey.replaceAll('\n', '\\n'),
      LARCH_ACCESS_LIFETIME: '15m',
      LARCH_THROTTLE_USER_READ: '10/s, 100/minute',
      LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none',
      LARCH_THROTTLE_WHITELIST: '7, 10.0.0.0/8, 127.0.0.1, ::1',
      LARCH_APPLICATIONS: JSON.stringify([application]),
    });
    expect(config.server).toMatchObject({ host: '127.0.0.1', port: 9100, healthPort: 9101, maxBody: 524288 });
    expect(config.addresses).toMatchObject({ site: 'https://front.example.com', api: 'http://127.0.0.1:9100' });
    expect(config.accounts).toMatchObject({
      publicRegister: true,
      accessLifetime: 900,
      allowedEmailDomains: ['example.com', 'example.org'],
      applications: [{ ...application, web: null, description: null, icon_url: null }],
    });
    expect(config.projects.importers).toEqual(['github', 'jira']);
    expect(config.importers.jira).toEqual({ consumerKey: 'larch', privateKey: rsaKey, allowPrivate: false });
    expect(config.throttle.rates['user-read']).toEqual([
      { limit: 10, seconds: 1 },
      { limit: 100, seconds: 60 },
    ]);
    expect(config.throttle.rates['import-dump-mode']).toEqual([]);
    expect(config.throttle.whitelist).toEqual({ users: [7], networks: ['10.0.0.0/8', '127.0.0.1/32', '::1/128'] });
  });

  it.each([
    [{ MONGO_URL: 'http://db' }, 'MONGO_URL must be a mongodb address'],
    [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, not "70000"'],
    [{ LARCH_STATS: 'maybe' }, 'LARCH_STATS must be on or off, not "maybe"'],
    [{ LARCH_API_URL: 'ftp://x' }, 'LARCH_API_URL must be an http or https address, not "ftp://x"'],
    [{ LARCH_IMPORTERS: 'github,svn' }, /^LARCH_IMPORTERS must be one of trello, github, jira, asana/],
    [{ LARCH_IMPORTERS: 'trello', LARCH_TRELLO_KEY: 'larch' }, 'LARCH_IMPORTERS with trello needs LARCH_TRELLO_SECRET'],
    [{ LARCH_IMPORTERS: 'asana' }, 'LARCH_IMPORTERS with asana needs LARCH_ASANA_CLIENT_ID and LARCH_ASANA_CLIENT_SECRET'],
    [{ LARCH_JIRA_PRIVATE_KEY: 'hush' }, /^LARCH_JIRA_PRIVATE_KEY must be an RSA private key in PEM$/],
    [{ LARCH_JIRA_PRIVATE_KEY: curveKey }, /^LARCH_JIRA_PRIVATE_KEY must be an RSA private key in PEM$/],
    [{ LARCH_THROTTLE_LOGIN_FAIL: '1/s,2/m' }, /^LARCH_THROTTLE_LOGIN_FAIL takes one rate only/],
    [{ LARCH_THROTTLE_WHITELIST: 'home' }, /^LARCH_THROTTLE_WHITELIST home is neither/],
    [{ LARCH_REQUEST_TIMEOUT: 'soon' }, /^LARCH_REQUEST_TIMEOUT must be a duration/],
    [{ LARCH_SECRET_KEY: 'short' }, 'LARCH_SECRET_KEY must have at least 16 characters'],
    [{ LARCH_APPLICATIONS: '{"key": oops' }, 'LARCH_APPLICATIONS is not valid JSON'],
    [{ LARCH_APPLICATIONS: '[{"id": "1"}]' }, 'LARCH_APPLICATIONS application 1 has no valid id'],
    [{ NATS_URL: 'nats://localhost' }, /^NATS_URL needs MONGO_URL/],
    [{ S3_URL: 'http://localhost:9000' }, /^S3_URL needs S3_ACCESS_KEY and S3_SECRET_KEY/],
  ])('refuses %j with one clear line', (environment, message) => {
    expect(() => loadConfig(environment)).toThrow(ConfigError);
    expect(() => loadConfig(environment)).toThrow(message);
  });

  it('masks every secret when it describes itself', () => {
    const described = describeConfig(
      loadConfig({
        NATS_URL: 'nats://larch:hush@one:4222,nats://larch:hush@nats:4222',
        MONGO_URL: 'mongodb://larch:hush/@one:27017,two:27017/larch',
        S3_URL: 'https://s3.example.com',
        S3_ACCESS_KEY: 'hush',
        S3_SECRET_KEY: 'hush',
        SMTP_URL: 'smtp://larch:hush@mail:25',
        LARCH_SECRET_KEY: 'hush-hush-hush-hush',
        LARCH_ADMIN_PASSWORD: 'hush-hush',
        LARCH_GITHUB_CLIENT_ID: 'larch',
        LARCH_GITHUB_CLIENT_SECRET: 'hush',
        LARCH_TRELLO_SECRET: 'hush',
        LARCH_ASANA_CLIENT_SECRET: 'hush',
        LARCH_JIRA_PRIVATE_KEY: rsaKey,
        LARCH_APPLICATIONS: JSON.stringify([application]),
      }),
    );
    expect(JSON.stringify(described)).not.toMatch(/hush|PRIVATE KEY/);
    expect(described).toMatchObject({ natsUrl: 'nats://***@nats:4222', s3: { bucket: 'larch', secretKey: '***' } });
  });

  it('is documented setting by setting in docs/operations.md', async () => {
    const page = await readFile(join(__dirname, '../../../docs/operations.md'), 'utf8');
    const rows = page
      .split('\n')
      .filter((line) => /^\| `[A-Z0-9_]+`/.test(line))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      );
    const declared = Object.entries(settings).map(([name, setting]) => [`\`${name}\``, setting.type, setting.default, setting.meaning]);
    expect(rows).toEqual(declared);
  });
});

describe('resolveSecretKey', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'larch-key-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes one key, keeps it private and gives it again', async () => {
    const config = loadConfig({ LARCH_DATA: join(folder, 'new') });
    const key = await resolveSecretKey(config);
    expect(key.length).toBeGreaterThanOrEqual(64);
    expect(await resolveSecretKey(config)).toBe(key);
    expect((await stat(join(folder, 'new', 'secret-key'))).mode & 0o777).toBe(0o600);
  });

  it('prefers the setting and refuses to guess in a cluster', async () => {
    const cluster = { LARCH_DATA: folder, NATS_URL: 'nats://a', MONGO_URL: 'mongodb://a' };
    const key = 'a key of enough length';
    await expect(resolveSecretKey(loadConfig({ ...cluster, LARCH_SECRET_KEY: key }))).resolves.toBe(key);
    await expect(resolveSecretKey(loadConfig(cluster))).rejects.toThrow(/^LARCH_SECRET_KEY must be set/);
  });
});
