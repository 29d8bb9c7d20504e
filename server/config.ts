/**
 * All settings, read once from environment and command line. Each subject reads its own.
 * Never read `process.env` elsewhere, except in clock.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AccountsConfig, readAccounts } from './accounts/account-services.ts';
import { type OidcConfig, readOidc } from './accounts/oidc/oidc-config.ts';
import { wholeNumber } from './base/settings.ts';
import { StartupError } from './base/startup-error.ts';
import { type DatabaseConfig, readDatabase } from './database/database-config.ts';
import { type HttpConfig, readHttp } from './http/http-config.ts';
import { type Destination, readForward } from './input/forward/forward-config.ts';
import { type RadioConfig, readRadio } from './input/radio/radio-config.ts';
import { type ReceiverConfig, readReceivers } from './input/receive/listeners/receiver-config.ts';
import { type MailConfig, readMail } from './mail/mail-config.ts';
import { type AircraftJsonConfig, readAircraftJsonConfig } from './map/aircraft-json.ts';
import { readUpstream, type UpstreamConfig } from './map/services/upstream-config.ts';
import { readArchiveDays } from './messages/archive.ts';
import { type BackupConfig, readBackup } from './ops/backup/backup-config.ts';
import { type LogConfig, readLog } from './ops/log.ts';
import { type MetricsConfig, readMetrics } from './ops/metrics-config.ts';
import { readTracing, type TracingConfig } from './ops/tracing-config.ts';
import { readServers, type ServersConfig } from './servers/servers-config.ts';
import { type MqttConfig, readMqtt } from './telling/mqtt/mqtt-config.ts';
import { type PushConfig, readPush } from './telling/ways/push-config.ts';
import { readWebhooks, type WebhookConfig } from './telling/ways/webhook-config.ts';

export type Config = DatabaseConfig &
  HttpConfig & {
    readonly receivers: ReceiverConfig | null;
    readonly radio: RadioConfig;
    readonly servers: ServersConfig;
    readonly forward: readonly Destination[];
    readonly accounts: AccountsConfig;
    /** null = no single sign-on. */
    readonly oidc: OidcConfig | null;
    readonly backup: BackupConfig;
    readonly aircraftJson: AircraftJsonConfig;
    readonly mail: MailConfig;
    readonly push: PushConfig;
    readonly metrics: MetricsConfig;
    /** null = off. */
    readonly tracing: TracingConfig | null;
    /** Third-party services. */
    readonly upstream: UpstreamConfig;
    readonly webhooks: WebhookConfig;
    /** null = off. */
    readonly mqtt: MqttConfig | null;
    /** 'fill' = an empty database gets demo data. 'off' = never. 'open' = as fill, and may listen beyond loopback. */
    readonly demo: 'fill' | 'off' | 'open';
    /** Demo messages continue while the server runs. */
    readonly hasDemoTraffic: boolean;
    /** Retention of messages in days. 0 = forever. */
    readonly retentionDays: number;
    /** Days of the archive after those. 0 = none. */
    readonly archiveDays: number;
    /** Retention of counts in days. 0 = forever. */
    readonly countsDays: number;
    /** Maximum size of the database: older days are dropped. null = any. */
    readonly maxBytes: number | null;
    /** Secret of cookie tokens. null = a file in the data folder. */
    readonly sessionSecret: string | null;
    /** Settings of the environment that have a value, as read. Secrets are among them. */
    readonly settings: Readonly<Record<string, string>>;
    /** Days to keep the audit trail. 0 = forever. */
    readonly auditDays: number;
    readonly log: LogConfig;
    readonly version: string;
  };

/** Where the backup before an update goes, and what it contains. */
export const upgradeOptions = ({ backup, dataDir, version }: Config, say: (line: string) => void) => ({
  folder: backup.folder ?? join(dataDir, 'backups'),
  version,
  say,
});

const gigabyte = 1_000_000_000;

/** @throws StartupError with a text for the operator */
export function readConfig(environment: NodeJS.ProcessEnv, args: readonly string[] = []): Config {
  const settings: Record<string, string> = {};
  const env = noting(environment, settings);
  const flag = (name: string): boolean => args.includes(`--${name}`);
  const root = repositoryRoot();
  const database = readDatabase(env, root);
  const version = readVersion(root);
  const retentionDays = wholeNumber(env, 'RETENTION_DAYS', 15, 0, 36_500);
  return {
    settings,
    ...database,
    ...readHttp(env, root),
    receivers: readReceivers(env),
    radio: readRadio(env),
    servers: readServers(env),
    forward: readForward(env),
    accounts: readAccounts(env),
    oidc: readOidc(env),
    backup: readBackup(env),
    aircraftJson: readAircraftJsonConfig(env),
    mail: readMail(env, database.dataDir),
    push: readPush(env),
    metrics: readMetrics(env),
    tracing: readTracing(env, version),
    upstream: readUpstream(env),
    webhooks: readWebhooks(env),
    mqtt: readMqtt(env),
    demo: flag('no-demo') ? 'off' : flag('demo') ? 'open' : 'fill',
    hasDemoTraffic: !flag('no-demo-traffic'),
    retentionDays,
    archiveDays: readArchiveDays(env, retentionDays),
    countsDays: wholeNumber(env, 'COUNTS_DAYS', 400, 0, 36_500),
    auditDays: wholeNumber(env, 'AUDIT_DAYS', 400, 0, 36_500),
    maxBytes: wholeNumber(env, 'MAX_GB', 0, 0, 1_000_000) * gigabyte || null,
    sessionSecret: readSessionSecret(env),
    log: readLog(env, process.stdout.isTTY === true),
    version,
  };
}

/** Of npm and the system, not settings. */
const notSettings = new Set(['INIT_CWD', 'LC_ALL']);

/** Adds each setting that is read to `settings`, so that none is forgotten. */
function noting(env: NodeJS.ProcessEnv, settings: Record<string, string>): NodeJS.ProcessEnv {
  return new Proxy(env, {
    get: (target, name) => {
      const value = target[name as string];
      if (value?.trim() && !notSettings.has(name as string)) settings[name as string] = value.trim();
      return value;
    },
  });
}

function readSessionSecret(env: NodeJS.ProcessEnv): string | null {
  const secret = env.SESSION_SECRET?.trim();
  if (!secret) return null;
  if (secret.length < 32) throw new StartupError('SESSION_SECRET must have at least 32 random characters.');
  return secret;
}

/** The program runs as server/main.ts or dist/server/main.js: the repository is one or two folders up. */
function repositoryRoot(): string {
  const up = join(import.meta.dirname, '..');
  return existsSync(join(up, 'package.json')) ? up : join(up, '..');
}

function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
