import { applications } from './applications';
import { address, choice, choices, duration, flag, integer, list, longText, pattern, rsaKey, size, text } from './kinds';
import { rates, whitelist } from './throttles';

const unlimited = Number.MAX_SAFE_INTEGER;

/** Every setting by its environment variable, in the order of the table in docs/operations.md. */
export const settings = {
  PORT: integer(0, 65535, { fallback: 8000, meaning: 'Port of the API; 0 takes a free one.' }),
  HOST: text({
    fallback: '127.0.0.1',
    meaning: 'Address to listen on. Use `0.0.0.0` in a container or to be reached from other machines.',
  }),
  HEALTH_PORT: integer(0, 65535, {
    fallback: null,
    shown: '`PORT` + 1',
    meaning: 'Port of `/live`, `/ready` and `/metrics`; 0 switches it off.',
  }),
  LARCH_EVENTS_PORT: integer(0, 65535, {
    fallback: 0,
    meaning: 'Port of live events alone, for a process that runs `events` without `api`; 0: only at `/events` of `PORT`.',
  }),
  LARCH_SITE_URL: address({
    fallback: 'http://localhost:9000',
    meaning: 'Address of the web front end; links in mails and rendered text lead there.',
  }),
  LARCH_API_URL: address({
    fallback: null,
    shown: '`http://127.0.0.1:PORT`',
    meaning: 'Address under which clients reach this server; addresses of files begin with it.',
  }),
  LARCH_STATIC_URL: address({
    fallback: null,
    shown: '`LARCH_API_URL`/static',
    meaning: 'Address of static files (the emoji images of rendered text).',
  }),
  LARCH_TRUST_PROXY: flag({
    fallback: false,
    meaning: 'Believe `X-Forwarded-For`, `-Proto` and `-Host`. Only behind a proxy that sets them itself.',
  }),
  LARCH_REQUEST_TIMEOUT: duration({
    fallback: 30,
    meaning: 'How long one call between services may take; imports and exports have limits of their own.',
  }),
  LARCH_MAX_BODY: size({ fallback: 10 * 1024 ** 2, meaning: 'Largest request body, files not counted.' }),
  LARCH_MAX_UPLOAD: size({ fallback: 100 * 1024 ** 2, meaning: 'Largest uploaded file; 0 for no limit.' }),
  LARCH_LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
    fallback: 'info',
    meaning: 'Least severe level that is logged.',
  }),

  LARCH_DATA: text({
    fallback: 'data',
    meaning: 'Folder of the embedded store, the files, the secret key and unsent mails.',
  }),
  NATS_URL: pattern('nats address, several separated by commas', /^(nats|tls):\/\/[^\s,]+(,\s*(nats|tls):\/\/[^\s,]+)*$/, {
    fallback: null,
    secret: true,
    meaning: 'Message broker that joins processes to a cluster; wants `MONGO_URL` too. Without it all runs in one process.',
  }),
  MONGO_URL: pattern('mongodb address', /^mongodb(\+srv)?:\/\/\S+$/, {
    fallback: null,
    secret: true,
    meaning: 'MongoDB replica set for the documents. Without it, SQLite in `LARCH_DATA`.',
  }),
  LARCH_STORE_TIMEOUT: duration({
    fallback: 30,
    meaning: 'How long MongoDB may take over one operation, after which the request is answered 503.',
  }),
  S3_URL: address({
    fallback: null,
    secret: true,
    meaning: 'S3 or MinIO for attachments and images; wants both keys. Without it, files in `LARCH_DATA`.',
  }),
  S3_ACCESS_KEY: text({ fallback: null, secret: true, meaning: 'Access key of S3.' }),
  S3_SECRET_KEY: text({ fallback: null, secret: true, meaning: 'Secret key of S3.' }),
  S3_BUCKET: pattern('bucket name', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, {
    fallback: 'larch',
    meaning: 'Bucket; made when it is missing.',
  }),
  S3_REGION: text({ fallback: 'us-east-1', meaning: 'Region of the bucket.' }),
  REPLICAS: integer(1, 64, {
    fallback: 1,
    meaning: 'Processes that `npm run start:cluster` starts of each service.',
  }),
  LARCH_STREAM_REPLICAS: integer(1, 5, {
    fallback: 1,
    meaning: 'On how many NATS servers each stream of changes is kept. 3 in a cluster of NATS servers.',
  }),

  LARCH_SECRET_KEY: longText(16, {
    fallback: null,
    shown: 'made at the first start, kept in `LARCH_DATA`',
    secret: true,
    meaning: 'Signs tokens. A cluster needs the same one for every process.',
  }),
  LARCH_ADMIN_PASSWORD: longText(6, {
    fallback: null,
    shown: 'random, printed once',
    secret: true,
    meaning: 'Password of the user `admin` made at the first start.',
  }),
  LARCH_ADMIN_EMAIL: pattern('mail address', /^[^\s<>@]+@[^\s<>@]+$/, {
    fallback: 'admin@localhost',
    meaning: 'Mail address of the user `admin` made at the first start; one that no mail reaches can recover no password.',
  }),
  LARCH_ACCESS_LIFETIME: duration({ fallback: 24 * 3600, meaning: 'How long an access token is good for.' }),
  LARCH_REFRESH_LIFETIME: duration({ fallback: 8 * 86400, meaning: 'How long a refresh token is good for.' }),
  LARCH_PUBLIC_REGISTER: flag({ fallback: false, meaning: 'Anybody may register without an invitation.' }),
  LARCH_ALLOWED_EMAIL_DOMAINS: list('list of domains', {
    fallback: [],
    meaning: 'Only addresses of these domains may register or be invited; none: all.',
  }),
  LARCH_PRIVATE_PROFILES: flag({ fallback: false, meaning: 'Only users who are logged in see profiles.' }),
  LARCH_APPLICATIONS: applications(
    'External applications: objects with `id` (UUID), `key`, `name`, `next_url`, and optionally `web`, `description`, `icon_url`.',
  ),
  LARCH_GITHUB_CLIENT_ID: text({
    fallback: null,
    meaning: 'Login with GitHub and import from there: client id. The login is on when id and secret are set.',
  }),
  LARCH_GITHUB_CLIENT_SECRET: text({ fallback: null, secret: true, meaning: 'Login with GitHub and import from there: client secret.' }),
  LARCH_GITHUB_URL: address({
    fallback: 'https://github.com',
    meaning: 'Address of GitHub, for an installation of one’s own.',
  }),
  LARCH_GITHUB_API_URL: address({ fallback: 'https://api.github.com', meaning: 'Address of the API of GitHub.' }),

  LARCH_PRODUCT_NAME: text({ fallback: 'Taiga', meaning: 'Name in mails, such as the subject `[Taiga] Verify email`.' }),
  SMTP_URL: pattern('smtp address', /^smtps?:\/\/\S+$/, {
    fallback: null,
    secret: true,
    meaning: 'Mail server, `smtp://user:password@host:port`. Without it mails are written as `.eml` files in `LARCH_DATA`.',
  }),
  LARCH_MAIL_FROM: pattern('mail address, with or without name', /^([^<>\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, {
    fallback: 'Taiga <no-reply@localhost>',
    meaning: 'Sender of all mails.',
  }),
  LARCH_NOTIFY_INTERVAL: duration({
    fallback: 120,
    meaning: 'Changes of one element are gathered until none has come for so long; 0 mails each at once.',
  }),
  LARCH_FEEDBACK: flag({ fallback: true, meaning: 'Users may send feedback to the operator.' }),
  LARCH_FEEDBACK_EMAIL: pattern('mail address', /^[^\s<>@]+@[^\s<>@]+$/, {
    fallback: null,
    meaning: 'Where feedback is mailed; without it, it is only stored.',
  }),

  LARCH_PROJECT_SLUG_PREFIX: flag({
    fallback: false,
    meaning: 'Slugs of new projects begin with the name of their owner.',
  }),
  LARCH_MAX_PRIVATE_PROJECTS: integer(0, unlimited, {
    fallback: null,
    meaning: 'Private projects a new user may own; none: no limit.',
  }),
  LARCH_MAX_PUBLIC_PROJECTS: integer(0, unlimited, {
    fallback: null,
    meaning: 'Public projects a new user may own; none: no limit.',
  }),
  LARCH_MAX_MEMBERSHIPS_PRIVATE: integer(0, unlimited, {
    fallback: null,
    meaning: 'Members of the private projects of a new user; none: no limit.',
  }),
  LARCH_MAX_MEMBERSHIPS_PUBLIC: integer(0, unlimited, {
    fallback: null,
    meaning: 'Members of the public projects of a new user; none: no limit.',
  }),
  LARCH_SEARCH_LIMIT: integer(1, 10000, { fallback: 150, meaning: 'Most results of each kind that a search gives.' }),
  LARCH_STATS: flag({ fallback: false, meaning: 'Serve `/stats/system` to anybody.' }),
  LARCH_IMPORTERS: choices(['trello', 'github', 'jira', 'asana'], {
    fallback: [],
    meaning: 'Importers that are on; each wants the settings that begin with its name.',
  }),
  LARCH_TRELLO_KEY: text({ fallback: null, meaning: 'Import from Trello: API key.' }),
  LARCH_TRELLO_SECRET: text({ fallback: null, secret: true, meaning: 'Import from Trello: OAuth secret of the key.' }),
  LARCH_TRELLO_URL: address({ fallback: 'https://trello.com/1', meaning: 'Address of Trello’s login.' }),
  LARCH_TRELLO_API_URL: address({ fallback: 'https://api.trello.com/1', meaning: 'Address of Trello’s API.' }),
  LARCH_JIRA_CONSUMER_KEY: text({ fallback: null, meaning: 'Import from Jira: consumer key of the application link.' }),
  LARCH_JIRA_PRIVATE_KEY: rsaKey({
    fallback: null,
    secret: true,
    meaning: 'Import from Jira: private key whose public half the application link has; line ends may be written as `\\n`.',
  }),
  LARCH_JIRA_ALLOW_PRIVATE: flag({ fallback: false, meaning: 'Jira servers may have private and loopback addresses.' }),
  LARCH_ASANA_CLIENT_ID: text({ fallback: null, meaning: 'Import from Asana: client id.' }),
  LARCH_ASANA_CLIENT_SECRET: text({ fallback: null, secret: true, meaning: 'Import from Asana: client secret.' }),
  LARCH_ASANA_URL: address({ fallback: 'https://app.asana.com/-', meaning: 'Address of Asana’s login.' }),
  LARCH_ASANA_API_URL: address({ fallback: 'https://app.asana.com/api/1.0', meaning: 'Address of Asana’s API.' }),
  LARCH_EXPORT_LIFETIME: duration({ fallback: 24 * 3600, meaning: 'How long the file of an export is kept.' }),
  LARCH_TASK_QUEUE: flag({
    fallback: true,
    meaning: 'Exports and imports are done by a queue and told of by mail. Off: the request waits for them.',
  }),
  LARCH_MAX_DUMP: size({ fallback: 8 * 1024 ** 3, meaning: 'Largest dump that is imported, unpacked; 0 for no limit.' }),
  LARCH_WEBHOOKS_ALLOW_PRIVATE: flag({
    fallback: false,
    meaning: 'Webhooks may go to private and loopback addresses.',
  }),

  LARCH_THROTTLE_ANON_READ: rates('anon-read', 'Reads without login, per address.'),
  LARCH_THROTTLE_ANON_WRITE: rates('anon-write', 'Writes without login, per address.'),
  LARCH_THROTTLE_USER_READ: rates('user-read', 'Reads, per user.'),
  LARCH_THROTTLE_USER_WRITE: rates('user-write', 'Writes, per user.'),
  LARCH_THROTTLE_LOGIN_FAIL: rates('login-fail', 'Failed logins and refreshes, per address.'),
  LARCH_THROTTLE_REGISTER_SUCCESS: rates('register-success', 'Registrations, per address.'),
  LARCH_THROTTLE_USER_DETAIL: rates('user-detail', 'Looking up one user, per address.'),
  LARCH_THROTTLE_USER_UPDATE: rates('user-update', 'Changes of a user, per user.'),
  LARCH_THROTTLE_CREATE_MEMBERSHIPS: rates('create-memberships', 'Memberships made, per user.'),
  LARCH_THROTTLE_IMPORT_MODE: rates('import-mode', 'Imports, per user.'),
  LARCH_THROTTLE_IMPORT_DUMP_MODE: rates('import-dump-mode', 'Imports of dumps, per user.', '1/minute'),
  LARCH_THROTTLE_WHITELIST: whitelist('Exempt from the limits on reads and writes.'),
};
