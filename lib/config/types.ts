import type { ExternalApplication } from '../contracts/credential-actions';
import type { Rate, ThrottleScope, ThrottleWhitelist } from './throttles';

/** What happens over HTTP. */
export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** 0: no health server. */
  readonly healthPort: number;
  /** Live events alone; 0: only on the gateway's port. */
  readonly eventsPort: number;
  readonly trustProxy: boolean;
  /** Seconds. */
  readonly requestTimeout: number;
  /** Bytes. */
  readonly maxBody: number;
  /** Bytes; 0 is no limit. */
  readonly maxUpload: number;
}

/** Addresses that clients see, without trailing slash. */
export interface AddressConfig {
  /** The web front end. */
  readonly site: string;
  /** This server. */
  readonly api: string;
  /** Static files. */
  readonly static: string;
}

/** Where files are kept on a cluster. */
export interface S3Config {
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
  readonly bucket: string;
  readonly region: string;
}

/** Sent messages and their sender. */
export interface MailConfig {
  /** Null: mails become files in the data folder. */
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Stands in subjects: `[Taiga] Verify email`. */
  readonly productName: string;
  /** Seconds for which changes of an element are gathered; 0 sends each. */
  readonly notifyInterval: number;
  readonly feedback: boolean;
  readonly feedbackEmail: string | null;
}

/** Limits of a new user's own projects; null is no limit (users.md §1). */
export interface OwnerLimits {
  readonly privateProjects: number | null;
  readonly publicProjects: number | null;
  readonly membershipsPrivate: number | null;
  readonly membershipsPublic: number | null;
}

/** Settings of accounts and logins. */
export interface AccountsConfig {
  readonly secretKey: string | null;
  readonly adminPassword: string | null;
  readonly adminEmail: string;
  /** Seconds. */
  readonly accessLifetime: number;
  /** Seconds. */
  readonly refreshLifetime: number;
  readonly publicRegister: boolean;
  /** Lower case; empty allows all. */
  readonly allowedEmailDomains: readonly string[];
  readonly privateProfiles: boolean;
  readonly applications: readonly ExternalApplication[];
  readonly limits: OwnerLimits;
}

/** Login with a code host and import from it; null client id or secret: the login is off. */
export interface GithubConfig {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  readonly url: string;
  readonly apiUrl: string;
}

/** An outside system that projects are imported from. */
export type Importer = 'trello' | 'github' | 'jira' | 'asana';

/** An application of OAuth at another system. */
export interface OauthClientConfig {
  readonly clientId: string | null;
  readonly clientSecret: string | null;
  /** Of the login. */
  readonly url: string;
  readonly apiUrl: string;
}

/** Import from Jira, whose servers users name. */
export interface JiraConfig {
  readonly consumerKey: string | null;
  /** PEM. */
  readonly privateKey: string | null;
  readonly allowPrivate: boolean;
}

/** What the importers that are on need to know of the outside systems. GitHub's is {@link GithubConfig}. */
export interface ImportersConfig {
  readonly trello: OauthClientConfig;
  readonly jira: JiraConfig;
  readonly asana: OauthClientConfig;
}

/** Settings of projects. */
export interface ProjectsConfig {
  /** Slugs begin with the owner's name. */
  readonly slugPrefix: boolean;
  readonly searchLimit: number;
  readonly stats: boolean;
  readonly importers: readonly Importer[];
  /** Seconds. */
  readonly exportLifetime: number;
  /** Exports and imports are jobs of a queue; else requests wait for them. */
  readonly taskQueue: boolean;
  /** Bytes, unpacked; 0 is no limit. */
  readonly maxDump: number;
  readonly webhooksAllowPrivate: boolean;
}

/** How often requests are answered, and to whom without limit. */
export interface ThrottleConfig {
  /** Empty: not limited; several: all hold. */
  readonly rates: Readonly<Record<ThrottleScope, readonly Rate[]>>;
  readonly whitelist: ThrottleWhitelist;
}

/** All settings, validated. */
export interface Config {
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Absolute path. */
  readonly dataFolder: string;
  /** Null: everything in one process. */
  readonly natsUrl: string | null;
  /** Null: SQLite in the data folder. */
  readonly mongoUrl: string | null;
  /** Of one operation of MongoDB. Seconds. */
  readonly storeTimeout: number;
  /** Null: files in the data folder. */
  readonly s3: S3Config | null;
  readonly replicas: number;
  /** Copies of each stream of changes in the cluster. */
  readonly streamReplicas: number;
  readonly server: ServerConfig;
  readonly addresses: AddressConfig;
  readonly accounts: AccountsConfig;
  readonly github: GithubConfig;
  readonly importers: ImportersConfig;
  readonly mail: MailConfig;
  readonly projects: ProjectsConfig;
  readonly throttle: ThrottleConfig;
}
