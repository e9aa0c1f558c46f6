import { resolve } from 'node:path';
import { ConfigError, type Setting } from './config/kinds';
import { settings } from './config/settings';
import { throttleScopes, type Rate, type ThrottleScope } from './config/throttles';
import type { AccountsConfig, AddressConfig, Config, Importer, ImportersConfig, MailConfig, S3Config, ServerConfig } from './config/types';

export type * from './config/types';
export type { Rate, ThrottleScope, ThrottleWhitelist } from './config/throttles';
export { ConfigError } from './config/kinds';
export { settings } from './config/settings';

type Settings = typeof settings;
type Values = { [Name in keyof Settings]: Settings[Name] extends Setting<infer T> ? T : never };
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads and checks all settings; an empty variable counts as unset.
 * @throws ConfigError naming the first wrong one.
 */
export function loadConfig(environment: Environment = process.env): Config {
  const values = readValues(environment);
  checkTogether(values);
  return {
    logLevel: values.LARCH_LOG_LEVEL,
    dataFolder: resolve(values.LARCH_DATA),
    natsUrl: values.NATS_URL,
    mongoUrl: values.MONGO_URL,
    storeTimeout: values.LARCH_STORE_TIMEOUT,
    s3: s3Config(values),
    replicas: values.REPLICAS,
    streamReplicas: values.LARCH_STREAM_REPLICAS,
    server: serverConfig(values),
    addresses: addressConfig(values),
    accounts: accountsConfig(values),
    github: {
      clientId: values.LARCH_GITHUB_CLIENT_ID,
      clientSecret: values.LARCH_GITHUB_CLIENT_SECRET,
      url: values.LARCH_GITHUB_URL,
      apiUrl: values.LARCH_GITHUB_API_URL,
    },
    importers: importersConfig(values),
    mail: mailConfig(values),
    projects: {
      slugPrefix: values.LARCH_PROJECT_SLUG_PREFIX,
      searchLimit: values.LARCH_SEARCH_LIMIT,
      stats: values.LARCH_STATS,
      importers: values.LARCH_IMPORTERS,
      exportLifetime: values.LARCH_EXPORT_LIFETIME,
      taskQueue: values.LARCH_TASK_QUEUE,
      maxDump: values.LARCH_MAX_DUMP,
      webhooksAllowPrivate: values.LARCH_WEBHOOKS_ALLOW_PRIVATE,
    },
    throttle: { rates: throttleRates(values), whitelist: values.LARCH_THROTTLE_WHITELIST },
  };
}

const secretFields = new Set(['secretKey', 'adminPassword', 'accessKey', 'clientSecret', 'privateKey', 'key']);

/** The configuration for the log, as plain JSON: secrets and passwords in addresses are masked. */
export function describeConfig(config: Config): unknown {
  return JSON.parse(JSON.stringify(config), (field, value: unknown) => {
    if (typeof value !== 'string') return value;
    return secretFields.has(field) ? '***' : value.replace(/(\w:\/\/)\S*@/, '$1***@');
  });
}

function readValues(environment: Environment): Values {
  const entries = Object.entries(settings).map(([name, setting]) => [name, readValue(name, setting, environment[name])]);
  return Object.fromEntries(entries) as Values;
}

function readValue(name: string, setting: Setting<unknown>, raw: string | undefined): unknown {
  const value = raw?.trim();
  if (!value) return setting.fallback;
  try {
    return setting.parse(value);
  } catch (error) {
    const shown = setting.secret ? '' : `, not ${JSON.stringify(value)}`;
    throw new ConfigError(`${name} ${error instanceof Error ? error.message : String(error)}${shown}`);
  }
}

function checkTogether(values: Values): void {
  if (values.NATS_URL && !values.MONGO_URL) {
    throw new ConfigError('NATS_URL needs MONGO_URL: the processes of a cluster share one store');
  }
  if (values.S3_URL && !(values.S3_ACCESS_KEY && values.S3_SECRET_KEY)) {
    throw new ConfigError('S3_URL needs S3_ACCESS_KEY and S3_SECRET_KEY');
  }
  if (Boolean(values.LARCH_GITHUB_CLIENT_ID) !== Boolean(values.LARCH_GITHUB_CLIENT_SECRET)) {
    throw new ConfigError('LARCH_GITHUB_CLIENT_ID and LARCH_GITHUB_CLIENT_SECRET must be set together');
  }
  for (const importer of values.LARCH_IMPORTERS) {
    const missing = neededBy[importer].filter((name) => !values[name]);
    if (missing.length > 0) throw new ConfigError(`LARCH_IMPORTERS with ${importer} needs ${missing.join(' and ')}`);
  }
}

const neededBy: Record<Importer, readonly (keyof Values)[]> = {
  trello: ['LARCH_TRELLO_KEY', 'LARCH_TRELLO_SECRET'],
  github: ['LARCH_GITHUB_CLIENT_ID', 'LARCH_GITHUB_CLIENT_SECRET'],
  jira: ['LARCH_JIRA_CONSUMER_KEY', 'LARCH_JIRA_PRIVATE_KEY'],
  asana: ['LARCH_ASANA_CLIENT_ID', 'LARCH_ASANA_CLIENT_SECRET'],
};

function importersConfig(values: Values): ImportersConfig {
  return {
    trello: {
      clientId: values.LARCH_TRELLO_KEY,
      clientSecret: values.LARCH_TRELLO_SECRET,
      url: values.LARCH_TRELLO_URL,
      apiUrl: values.LARCH_TRELLO_API_URL,
    },
    jira: {
      consumerKey: values.LARCH_JIRA_CONSUMER_KEY,
      privateKey: values.LARCH_JIRA_PRIVATE_KEY,
      allowPrivate: values.LARCH_JIRA_ALLOW_PRIVATE,
    },
    asana: {
      clientId: values.LARCH_ASANA_CLIENT_ID,
      clientSecret: values.LARCH_ASANA_CLIENT_SECRET,
      url: values.LARCH_ASANA_URL,
      apiUrl: values.LARCH_ASANA_API_URL,
    },
  };
}

function s3Config(values: Values): S3Config | null {
  if (!values.S3_URL || !values.S3_ACCESS_KEY || !values.S3_SECRET_KEY) return null;
  return {
    url: values.S3_URL,
    accessKey: values.S3_ACCESS_KEY,
    secretKey: values.S3_SECRET_KEY,
    bucket: values.S3_BUCKET,
    region: values.S3_REGION,
  };
}

function serverConfig(values: Values): ServerConfig {
  return {
    host: values.HOST,
    port: values.PORT,
    healthPort: values.HEALTH_PORT ?? defaultHealthPort(values.PORT),
    eventsPort: values.LARCH_EVENTS_PORT,
    trustProxy: values.LARCH_TRUST_PROXY,
    requestTimeout: values.LARCH_REQUEST_TIMEOUT,
    maxBody: values.LARCH_MAX_BODY,
    maxUpload: values.LARCH_MAX_UPLOAD,
  };
}

function defaultHealthPort(port: number): number {
  return port > 0 && port < 65535 ? port + 1 : 0;
}

function addressConfig(values: Values): AddressConfig {
  const api = values.LARCH_API_URL ?? `http://127.0.0.1:${values.PORT}`;
  return { site: values.LARCH_SITE_URL, api, static: values.LARCH_STATIC_URL ?? `${api}/static` };
}

function accountsConfig(values: Values): AccountsConfig {
  return {
    secretKey: values.LARCH_SECRET_KEY,
    adminPassword: values.LARCH_ADMIN_PASSWORD,
    adminEmail: values.LARCH_ADMIN_EMAIL,
    accessLifetime: values.LARCH_ACCESS_LIFETIME,
    refreshLifetime: values.LARCH_REFRESH_LIFETIME,
    publicRegister: values.LARCH_PUBLIC_REGISTER,
    allowedEmailDomains: values.LARCH_ALLOWED_EMAIL_DOMAINS.map((domain) => domain.toLowerCase()),
    privateProfiles: values.LARCH_PRIVATE_PROFILES,
    applications: values.LARCH_APPLICATIONS,
    limits: {
      privateProjects: values.LARCH_MAX_PRIVATE_PROJECTS,
      publicProjects: values.LARCH_MAX_PUBLIC_PROJECTS,
      membershipsPrivate: values.LARCH_MAX_MEMBERSHIPS_PRIVATE,
      membershipsPublic: values.LARCH_MAX_MEMBERSHIPS_PUBLIC,
    },
  };
}

function mailConfig(values: Values): MailConfig {
  return {
    smtpUrl: values.SMTP_URL,
    from: values.LARCH_MAIL_FROM,
    productName: values.LARCH_PRODUCT_NAME,
    notifyInterval: values.LARCH_NOTIFY_INTERVAL,
    feedback: values.LARCH_FEEDBACK,
    feedbackEmail: values.LARCH_FEEDBACK_EMAIL,
  };
}

function throttleRates(values: Values): Record<ThrottleScope, readonly Rate[]> {
  const nameOf = (scope: ThrottleScope) => `LARCH_THROTTLE_${scope.toUpperCase().replaceAll('-', '_')}`;
  const all: Record<string, unknown> = values;
  return Object.fromEntries(throttleScopes.map((scope) => [scope, all[nameOf(scope)]])) as Record<ThrottleScope, Rate[]>;
}
