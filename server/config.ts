/**
 * Every setting of the server, read once from the environment and the command line.
 * Must not: be read from anywhere else (`process.env` outside of this file and clock.ts is a mistake), or have effects.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type MailConfig, readMail } from './mail/mail-config.ts';
import { type AircraftJsonConfig, readAircraftJsonConfig } from './positions/aircraft-json-config.ts';
import { StartupError } from './startup-error.ts';
import { readUpstream, type UpstreamConfig } from './upstream/upstream-config.ts';

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Where receivers may send by UDP and TCP; null = nowhere. */
  readonly receivers: {
    readonly host: string;
    readonly port: number;
    /** It was set on purpose: what cannot be had is a mistake then, and not bad luck. */
    readonly isWanted: boolean;
  } | null;
  /** Absolute folder of the embedded database and its log. */
  readonly dataDir: string;
  /** A PostgreSQL elsewhere; null = the embedded one. */
  readonly databaseUrl: string | null;
  /** Absolute folder of the built app; null = only the API is served. */
  readonly appDir: string | null;
  /** What the app is told to call: the path of this server, or the origin and path of another. */
  readonly apiBase: string;
  /** What else /config.json tells the app (src/api/api-base.ts reads it): only what was set. */
  readonly appSettings: Readonly<Record<string, unknown>>;
  readonly corsOrigins: readonly string[];
  /** Contents of the PEM files. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** 'fill' = an empty database gets demo data; 'off' = never; 'open' = as fill, and may listen beyond loopback. */
  readonly demo: 'fill' | 'off' | 'open';
  /** Messages of the demo go on while the server runs. */
  readonly hasDemoTraffic: boolean;
  /** Days that messages are kept; 0 = for ever. */
  readonly retentionDays: number;
  /** C117: 'company' = the scoped calls only; 'all' = every list, count, export and statistic. */
  readonly companyScope: 'company' | 'all';
  /** C36: answers the two calls without token, and tiles, to anybody. */
  readonly areCookieCallsOpen: boolean;
  /** Requests per minute and token or address; 0 = unlimited. */
  readonly rateLimitPerMinute: number;
  /** Count requests from this machine too. */
  readonly limitsLoopback: boolean;
  /** Milliseconds after which a query of an API call is given up. */
  readonly statementTimeoutMs: number;
  /** A proxy in front, in this machine's own network: what it says in X-Forwarded-For and -Proto counts, and nothing that came to it. */
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Check each answer against the contract before it is sent (tests). */
  readonly checksAnswers: boolean;
  readonly aircraftJson: AircraftJsonConfig;
  readonly mail: MailConfig;
  /** Other services that the server asks. */
  readonly upstream: UpstreamConfig;
  readonly version: string;
};

/** @throws StartupError with a sentence for the person at the terminal */
export function readConfig(env: NodeJS.ProcessEnv, args: readonly string[] = []): Config {
  const flag = (name: string): boolean => args.includes(`--${name}`);
  const dataDir = env.DATA_DIR?.trim() ? fromCaller(env, env.DATA_DIR.trim()) : join(repositoryRoot(), 'data');
  return {
    port: wholeNumber(env, 'PORT', 8080, 0, 65535),
    host: env.HOST?.trim() || '127.0.0.1',
    receivers: readReceivers(env),
    aircraftJson: readAircraftJsonConfig(env),
    dataDir,
    mail: readMail(env, dataDir),
    upstream: readUpstream(env),
    databaseUrl: env.DATABASE_URL?.trim() || null,
    appDir: findAppDir(env.APP_DIR),
    apiBase: env.API_BASE?.trim().replace(/\/+$/, '') || '/api/v1',
    appSettings: readAppSettings(env),
    corsOrigins: words(env.CORS_ORIGINS),
    tls: readTls(env),
    hasDemoTraffic: !flag('no-demo-traffic'),
    demo: flag('no-demo') ? 'off' : flag('demo') ? 'open' : 'fill',
    retentionDays: wholeNumber(env, 'RETENTION_DAYS', 15, 0, 36_500),
    companyScope: env.COMPANY_SCOPE?.trim() === 'all' ? 'all' : 'company',
    areCookieCallsOpen: env.OPEN_COOKIE_CALLS === 'true',
    rateLimitPerMinute: wholeNumber(env, 'RATE_LIMIT_PER_MINUTE', 3000, 0, 10_000_000),
    limitsLoopback: env.RATE_LIMIT_LOOPBACK === 'true',
    statementTimeoutMs: wholeNumber(env, 'STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
    trustProxy: env.TRUST_PROXY === 'true',
    logLevel: env.LOG_LEVEL?.trim() || (process.stdout.isTTY ? 'warn' : 'info'),
    checksAnswers: env.CHECK_ANSWERS === 'true',
    version: readVersion(),
  };
}

/** npm runs scripts in the repository; a relative path means the folder in which it was typed. */
function fromCaller(env: NodeJS.ProcessEnv, path: string): string {
  return resolve(env.INIT_CWD ?? process.cwd(), path);
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}, but it is '${text}'.`);
  return value;
}

/** C05b (minutes without use until the log-out, or 'off') and C50 (who provides the site, in the terms). */
function readAppSettings(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const idle = env.INACTIVITY_MINUTES?.trim().toLowerCase();
  if (idle) settings.inactivityMinutes = idle === 'off' ? 'off' : wholeNumber(env, 'INACTIVITY_MINUTES', 30, 2, 1440);
  const name = env.PROVIDER_NAME?.trim();
  const contact = env.PROVIDER_CONTACT?.trim();
  if (name || contact) settings.provider = { ...(name ? { name } : {}), ...(contact ? { contact } : {}) };
  return settings;
}

/** 5555 is where acarsdec sends when it is told no port. Not HOST: a port without keys is opened by its own setting alone. */
function readReceivers(env: NodeJS.ProcessEnv): Config['receivers'] {
  if (env.RECEIVER_PORT?.trim().toLowerCase() === 'off') return null;
  return {
    host: env.RECEIVER_HOST?.trim() || '127.0.0.1',
    port: wholeNumber(env, 'RECEIVER_PORT', 5555, 0, 65535),
    isWanted: Boolean(env.RECEIVER_PORT?.trim() || env.RECEIVER_HOST?.trim()),
  };
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean);
}

function readTls(env: NodeJS.ProcessEnv): Config['tls'] {
  if (!env.TLS_CERT && !env.TLS_KEY) return null;
  if (!env.TLS_CERT || !env.TLS_KEY)
    throw new StartupError('HTTPS needs both TLS_CERT and TLS_KEY, each the path of a PEM file.');
  const read = (name: 'TLS_CERT' | 'TLS_KEY'): Buffer => {
    const file = env[name] ?? '';
    try {
      return readFileSync(fromCaller(env, file));
    } catch (error) {
      throw new StartupError(`${name}: the file ${file} cannot be read (${(error as Error).message}).`);
    }
  };
  return { cert: read('TLS_CERT'), key: read('TLS_KEY') };
}

/** The program runs as server/main.ts or as dist/server/main.js: the repository is one or two folders up. */
export function repositoryRoot(): string {
  const up = join(import.meta.dirname, '..');
  return existsSync(join(up, 'package.json')) ? up : join(up, '..');
}

function findAppDir(wanted: string | undefined): string | null {
  if (wanted === 'none') return null;
  const folder = wanted ? resolve(wanted) : join(repositoryRoot(), 'dist', 'app');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(repositoryRoot(), 'package.json'), 'utf8')) as { version: string };
  return version;
}
