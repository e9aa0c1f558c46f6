import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../lib/config';
import { conformanceApplication } from './conformance-application';
import { runUntilSignal } from './main';
import { startEmbedded } from './start';
import { startOnServers } from './start-cluster';

const dataFolder = mkdtempSync(join(tmpdir(), 'larch-conformance-'));

/** What the conformance scenarios ask of a server; the environment wins over `defaults`. */
const required = {
  LARCH_DATA: dataFolder,
  LARCH_ADMIN_PASSWORD: '123123',
  LARCH_PUBLIC_REGISTER: 'on',
  LARCH_NOTIFY_INTERVAL: '0',
  LARCH_WEBHOOKS_ALLOW_PRIVATE: 'on',
  LARCH_FEEDBACK: 'on',
  LARCH_STATS: 'on',
  LARCH_IMPORTERS: 'trello,github,jira,asana',
  LARCH_PROJECT_SLUG_PREFIX: 'off',
  LARCH_TASK_QUEUE: 'off',
  LARCH_THROTTLE_IMPORT_DUMP_MODE: 'none',
  LARCH_APPLICATIONS: JSON.stringify([conformanceApplication]),
};
/** Nothing outside is reached with these, unless the environment names stubs. */
const outsideKeys = {
  LARCH_GITHUB_CLIENT_ID: 'conformance',
  LARCH_GITHUB_CLIENT_SECRET: randomBytes(16).toString('hex'),
  LARCH_TRELLO_KEY: 'conformance',
  LARCH_TRELLO_SECRET: randomBytes(16).toString('hex'),
  LARCH_JIRA_CONSUMER_KEY: 'conformance',
  LARCH_JIRA_PRIVATE_KEY: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  LARCH_ASANA_CLIENT_ID: 'conformance',
  LARCH_ASANA_CLIENT_SECRET: randomBytes(16).toString('hex'),
};
const defaults = {
  SMTP_URL: `smtp://127.0.0.1:${process.env.SMTP_PORT ?? 2525}`,
  LARCH_SECRET_KEY: randomBytes(32).toString('base64url'),
  LARCH_LOG_LEVEL: 'warn',
};

process.on('exit', () => rmSync(dataFolder, { recursive: true, force: true }));
Object.assign(process.env, { ...outsideKeys, ...defaults, ...process.env, ...required });

runUntilSignal(() => (process.env.CLUSTER ? startOnServers(loadConfig()) : startEmbedded(loadConfig())));
