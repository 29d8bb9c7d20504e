/** Reads values of settings from the environment, and masks them where they are stored and shown. */
import { resolve } from 'node:path';
import { StartupError } from './startup-error.ts';

/** npm runs scripts in the repository. A relative path refers to the folder where it was typed. */
export function fromCaller(env: NodeJS.ProcessEnv, path: string): string {
  return resolve(env.INIT_CWD ?? process.cwd(), path);
}

/** A short number or word, such as `off`. Anything else may be a secret in the wrong setting. */
const isPlainValue = (text: string): boolean => /^(\d{1,10}|[a-z]{1,10})$/i.test(text);

/** What a setting has instead of a valid value, for an error. */
export const seenValue = (text: string): string => (isPlainValue(text) ? `, but it is '${text}'` : '');

/** @throws StartupError */
export function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new StartupError(`${name} must be a whole number from ${min} to ${max}${seenValue(text)}.`);
  return value;
}

/** `1001=ADDRESS` or `ADDRESS`. Addresses never start with a name without one of / : ? &. */
export function withStation(text: string): { readonly stationId: string | null; readonly address: string } {
  const [, stationId = null, address = ''] = /^(?:([^=/:?&]{1,100})=)?(.+)$/.exec(text) ?? [];
  return { stationId, address };
}

export function words(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean);
}

// ---- Settings as texts that may be stored and shown. What might contain a secret is masked; in doubt all of it.

const secretName = /SECRET|KEY|TOKEN|PASSWORD|CLIENT_ID|HEADERS/;
/** Lists of addresses without users. In any other setting a comma may be part of a password. */
const listName = /^(RADIO|FORWARD|AIRCRAFT_JSON|CORS_ORIGINS|OIDC_ORIGINS|WEBHOOK_PRIVATE_ADDRESSES|PUSH_SERVICES)$/;
const isKnownScheme = /^(https?|(beast|avr|sbs|acars)(-[a-z]+)?):/;
/** Free texts without secrets: names, roles, folders, hosts. */
const plainName =
  /^(HOST|RECEIVER_HOST|RECEIVER_PORT|TRUST_PROXY|SERVER_ROLES|SERVER_NAME|SECOND_FACTOR_ROLES|PROVIDER_NAME|PROVIDER_CONTACT|MAIL_FROM|BASE_PATH|API_BASE|(DATA|BACKUP|LOG|APP)_DIR|TLS_CERT|OIDC_(ROLES|ROLE_CLAIM|COMPANY_CLAIM|COMPANIES|LABEL|SCOPES)|ROUTES_KEY_HEADER|TILES_[A-Z0-9_]+_(ATTRIBUTION|ZOOMS)|OTEL_[A-Z_]+_PROTOCOL|MQTT_TOPIC|MQTT_HOME_ASSISTANT)$/;
/** A setting as the audit trail stores it. */
export function maskedSetting(name: string, value: string): string {
  if (secretName.test(name) && name !== 'ROUTES_KEY_HEADER') return 'set';
  if (isPlainValue(value)) return value;
  if (plainName.test(name) && !value.includes('://')) return value;
  const isList = listName.test(name) && !value.includes('@');
  const shown = isList ? words(value).map(maskedEntry) : [maskedAddress(value)];
  return shown.includes(null) ? 'set' : shown.join(',');
}

function maskedEntry(text: string): string | null {
  const { stationId, address } = withStation(text);
  const shown = isKnownScheme.test(address) ? maskedAddress(address) : null;
  return shown === null || stationId === null ? shown : `${stationId}=${shown}`;
}

/** An @ behind the host: a / ? or # in a password was read as the end of the host, and its start as host or user. */
export const hasStrayUser = ({ pathname, search, hash }: URL): boolean => `${pathname}${search}${hash}`.includes('@');

/** Scheme, host and port. A user, a path and a query may contain a secret. null = not readable as an address without doubt. */
export function maskedAddress(text: string): string | null {
  // A blank or backslash may end what was read as the host.
  const url =
    /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !/[\s\\]/.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (!url?.host || hasStrayUser(url)) return null;
  const user = url.username || url.password ? '…@' : '';
  const rest = url.pathname.length > 1 || url.search || url.hash ? '/…' : '';
  return `${url.protocol}//${user}${url.host}${rest}`;
}
