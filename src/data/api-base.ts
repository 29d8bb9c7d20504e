/** The address of the API and the other settings of /config.json, stored in localStorage. A stored setting never waits for the network. */

import { basePath } from '../lib/base-path.ts';
import { listenerSet } from '../lib/listeners.ts';

type AppConfig = {
  /** Base of all calls, without a slash at the end: a path of this origin, or an http(s) address. */
  readonly apiBase: string;
  /** Send and keep cookies with a server of another origin (C36 across origins). */
  readonly sendsCookiesAbroad: boolean;
  /** C05b; null = 'off'. */
  readonly idleLimitMs: number | null;
  /** The server sends links for a forgotten password. */
  readonly hasPasswordByEmail: boolean;
  /** Label of the button that logs in at a provider. null = there is none. */
  readonly singleSignOn: string | null;
  /** Named in the terms (C50). */
  readonly provider: { readonly name: string; readonly contact: string };
};

const configKey = 'downlink-config';
const standard: AppConfig = {
  apiBase: `${basePath}/api/v1`,
  sendsCookiesAbroad: false,
  idleLimitMs: 30 * 60_000,
  hasPasswordByEmail: false,
  singleSignOn: null,
  provider: { name: 'the provider of this site', contact: '' },
};

/** The base, or null when the value is no address for a token. `pageUrl` = address of the page. */
export function readApiBase(value: unknown, pageUrl: string): string | null {
  if (typeof value !== 'string' || value.length > 500 || /[\s\\?#]/.test(value)) return null;
  const trimmed = value.replace(/(?<!\/)\/+$/, '');
  if (/^\/(?!\/)/.test(trimmed)) return trimmed;
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isPlainLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const isDowngrade = url.protocol === 'http:' && !isPlainLocal && pageUrl.startsWith('https:');
  return url.username || url.password || isDowngrade ? null : trimmed;
}

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value.trim() && value.length <= 200 ? value.trim() : otherwise;

function readIdleLimit(value: unknown): number | null {
  if (value === 'off') return null;
  const minutes = typeof value === 'number' ? value : Number.NaN;
  return minutes >= 2 && minutes <= 24 * 60 ? minutes * 60_000 : standard.idleLimitMs;
}

/** Reads /config.json: an invalid value becomes the default. */
export function readConfig(value: unknown, pageUrl: string): AppConfig {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const provider = (typeof given.provider === 'object' && given.provider ? given.provider : {}) as Record<
    string,
    unknown
  >;
  return {
    apiBase: readApiBase(given.apiBase, pageUrl) ?? standard.apiBase,
    sendsCookiesAbroad: given.apiCookies === true,
    idleLimitMs: readIdleLimit(given.inactivityMinutes),
    hasPasswordByEmail: given.passwordByEmail === true,
    singleSignOn: text(given.singleSignOn, '') || null,
    provider: { name: text(provider.name, standard.provider.name), contact: text(provider.contact, '') },
  };
}

/** Whom users ask, within a sentence. */
export function providerText(): string {
  const { name, contact } = appConfig().provider;
  return contact ? `${name} (${contact})` : name;
}

const pageUrl = (): string => (typeof location === 'undefined' ? 'http://localhost/' : location.href);

function readStored(): AppConfig | null {
  try {
    const stored = localStorage.getItem(configKey);
    return stored === null ? null : readConfig(JSON.parse(stored), pageUrl());
  } catch {
    return null;
  }
}

// Of the device.
let stored = readStored();
let config = stored ?? standard;
const listeners = listenerSet<[config: AppConfig]>();

export const appConfig = (): AppConfig => config;
/** False on the very first visit, before /config.json was read. */
export const isConfigKnown = (): boolean => stored !== null;
export const apiBase = (): string => config.apiBase;

/** Applies /config.json. A running session stays with its server: `canMove` false keeps the base until the next start. */
export function learnConfig(value: unknown, canMove: boolean): void {
  const next = readConfig(value, pageUrl());
  try {
    localStorage.setItem(configKey, JSON.stringify(value));
  } catch {
    // Without storage it is read again at the next start.
  }
  stored = next;
  config = canMove ? next : { ...next, apiBase: config.apiBase };
  listeners.notify(config);
}

/** Returns the function that unsubscribes. */
export const onConfig = listeners.add;

/** Whether the base is of another origin than the page. */
export const isAbroad = (base: string): boolean =>
  /^https?:/i.test(base) && new URL(base).origin !== new URL(pageUrl()).origin;

/** `include` only where cookies may go: our own origin, or one that the operator configured for it. */
export function credentialsFor(base: string, sendsCookiesAbroad: boolean): RequestCredentials {
  if (!isAbroad(base)) return 'same-origin';
  return sendsCookiesAbroad ? 'include' : 'omit';
}
