/** Settings of HTTP: where to listen, who may call, how the app is served. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { airlineCode } from '../../contract/airline-code.ts';
import { fromCaller, wholeNumber, words } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import { readBasePath } from './base-path.ts';
import type { CompanyCode, CompanyScope } from './company-scope.ts';
import { type TrustedProxies, trustedProxies } from './network-of.ts';

export type HttpConfig = {
  readonly port: number;
  readonly host: string;
  /** Absolute folder of the built app. null = API only. */
  readonly appDir: string | null;
  /** Path behind a reverse proxy. '' = the root. */
  readonly basePath: string;
  /** API address for the app: a path of this server, or origin and path of another. */
  readonly apiBase: string;
  /** Other contents of /config.json (read by src/data/api-base.ts): only what was set. */
  readonly appSettings: Readonly<Record<string, unknown>>;
  readonly corsOrigins: readonly string[];
  /** Contents of the PEM files. */
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  /** C117: 'company' = scoped calls only. 'all' = every list, count, export and statistic. */
  readonly companyScope: CompanyScope;
  /** Companies by codes before flight numbers, in lower case: the owner's word where airlines share a code. */
  readonly companyCodes: readonly CompanyCode[];
  /** C36: opens the two calls without a token, and tiles, to everyone. */
  readonly areCookieCallsOpen: boolean;
  /** Requests per minute and token or address. 0 = unlimited. */
  readonly rateLimitPerMinute: number;
  /** Count requests from this machine too. */
  readonly limitsLoopback: boolean;
  /** The proxies in front: their own entries in X-Forwarded-For and -Proto count, earlier ones do not. null = none. */
  readonly trustProxy: TrustedProxies | null;
  /** Validates each response against the contract before it is sent (tests). */
  readonly checksResponses: boolean;
};

/** @throws StartupError */
export function readHttp(env: NodeJS.ProcessEnv, root: string): HttpConfig {
  const basePath = readBasePath(env.BASE_PATH);
  return {
    port: wholeNumber(env, 'PORT', 8080, 0, 65535),
    host: env.HOST?.trim() || '127.0.0.1',
    appDir: findAppDir(env.APP_DIR, root),
    basePath,
    apiBase: env.API_BASE?.trim().replace(/(?<!\/)\/+$/, '') || `${basePath}/api/v1`,
    appSettings: readAppSettings(env),
    corsOrigins: words(env.CORS_ORIGINS),
    tls: readTls(env),
    companyScope: env.COMPANY_SCOPE?.trim() === 'all' ? 'all' : 'company',
    companyCodes: readCompanyCodes(env.COMPANY_CODES),
    areCookieCallsOpen: env.OPEN_COOKIE_CALLS === 'true',
    rateLimitPerMinute: wholeNumber(env, 'RATE_LIMIT_PER_MINUTE', 3000, 0, 10_000_000),
    limitsLoopback: env.RATE_LIMIT_LOOPBACK === 'true',
    trustProxy: trustedProxies(env.TRUST_PROXY),
    checksResponses: env.CHECK_ANSWERS === 'true',
  };
}

/** `CV=Cargolux,UP=United Parcel Service`. @throws StartupError */
function readCompanyCodes(text: string | undefined): CompanyCode[] {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '');
  const rules = pairs.map((pair): CompanyCode => {
    const [code = '', ...company] = pair.split('=');
    const rule = { code: code.trim().toLowerCase(), company: company.join('=').trim() };
    if (airlineCode(`${rule.code}1`) !== rule.code || rule.company === '')
      throw new StartupError('COMPANY_CODES must be pairs of a code and a company, such as CV=Cargolux,CLX=Cargolux.');
    return rule;
  });
  const twice = rules.find(({ code }, at) => rules.findIndex((one) => one.code === code) !== at);
  if (twice) throw new StartupError(`COMPANY_CODES gives ${twice.code.toUpperCase()} to two companies.`);
  return rules;
}

/** C05b (minutes of inactivity until logout, or 'off') and C50 (provider of the site, in the terms). */
function readAppSettings(env: NodeJS.ProcessEnv): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  const idle = env.INACTIVITY_MINUTES?.trim().toLowerCase();
  if (idle) settings.inactivityMinutes = idle === 'off' ? 'off' : wholeNumber(env, 'INACTIVITY_MINUTES', 30, 2, 1440);
  const name = env.PROVIDER_NAME?.trim();
  const contact = env.PROVIDER_CONTACT?.trim();
  // By default the app sends cookies only to its own server (C36).
  if (env.API_COOKIES === 'true') settings.apiCookies = true;
  // A new password by email needs a mail server (decision 21).
  if (env.SMTP_URL?.trim()) settings.passwordByEmail = true;
  // The label of the button. Another server of this API has its own accounts.
  if (env.OIDC_ISSUER?.trim() && !env.API_BASE?.trim())
    settings.singleSignOn = env.OIDC_LABEL?.trim().slice(0, 60) || 'Log in with single sign-on';
  if (name || contact) settings.provider = { ...(name ? { name } : {}), ...(contact ? { contact } : {}) };
  return settings;
}

function readTls(env: NodeJS.ProcessEnv): HttpConfig['tls'] {
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

function findAppDir(configured: string | undefined, root: string): string | null {
  if (configured === 'none') return null;
  const folder = configured ? resolve(configured) : join(root, 'dist', 'app');
  return existsSync(join(folder, 'index.html')) ? folder : null;
}
