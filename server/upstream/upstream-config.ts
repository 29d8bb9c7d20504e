/** Settings of other services. Never include a configured URL or key in a text. */
import { wholeNumber } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import { isHttpUrl, readTileSources, type TileSources } from './tile-settings.ts';

/** A service queried by ICAO code. `template` = its URL with {icao}. */
export type Service = {
  readonly template: string;
  /** The owner configured the URL: it may be in a private network. */
  readonly isOwners: boolean;
  readonly headers: Readonly<Record<string, string>>;
};
export type StatesService = {
  readonly url: string;
  readonly isOwners: boolean;
  /** Account. null = anonymous, with fewer credits. */
  readonly client: {
    readonly id: string;
    readonly secret: string;
    readonly tokenUrl: string;
    readonly isOwners: boolean;
  } | null;
  readonly creditsPerDay: number;
};
export type UpstreamConfig = {
  readonly tiles: TileSources;
  /** Maximum bytes of stored tiles. 0 = none. */
  readonly tileCacheBytes: number;
  /** null = not configured, here and below. */
  readonly weather: Service | null;
  readonly routes: Service | null;
  readonly states: StatesService | null;
};

const avwx = 'https://avwx.rest/api/metar/{icao}';
/** Needs no key. */
const rawMetars = 'https://aviationweather.gov/api/data/metar?format=raw&ids={icao}';
const aeroDataBox = 'https://aerodatabox.p.rapidapi.com/airports/icao/{icao}/stats/routes/daily';
const openSky = 'https://opensky-network.org/api/states/all';
const openSkyTokens = 'https://auth.opensky-network.org/auth/realms/opensky-network/protocol/openid-connect/token';
/** Daily credits of OpenSky, anonymous and registered. */
const credits = { anonymous: 400, registered: 4000 };

/** @throws StartupError with a text for the operator */
export function readUpstream(env: NodeJS.ProcessEnv): UpstreamConfig {
  return {
    tiles: readTileSources(env),
    tileCacheBytes: wholeNumber(env, 'TILE_CACHE_MB', 500, 0, 1_000_000) * 1_000_000,
    weather: readWeather(env),
    routes: readRoutes(env),
    states: readStates(env),
  };
}

function readWeather(env: NodeJS.ProcessEnv): Service | null {
  const token = secret(env, 'METAR_TOKEN');
  const template = address(env, 'METAR_URL', token ? avwx : rawMetars, '{icao}');
  if (!template) return null;
  return { template, isOwners: isSet(env, 'METAR_URL'), headers: token ? { authorization: `Bearer ${token}` } : {} };
}

function readRoutes(env: NodeJS.ProcessEnv): Service | null {
  const key = secret(env, 'ROUTES_KEY');
  const template = address(env, 'ROUTES_URL', key ? aeroDataBox : null, '{icao}');
  if (!template) return null;
  const header = env.ROUTES_KEY_HEADER?.trim().toLowerCase() || 'x-rapidapi-key';
  if (!/^[a-z0-9-]{1,60}$/.test(header)) throw new StartupError('ROUTES_KEY_HEADER must be the name of a header.');
  const host: Record<string, string> =
    header === 'x-rapidapi-key' ? { 'x-rapidapi-host': new URL(template.replace('{icao}', 'A')).host } : {};
  return { template, isOwners: isSet(env, 'ROUTES_URL'), headers: key ? { [header]: key, ...host } : {} };
}

/** Off by default: the terms of OpenSky allow research and private use only. */
function readStates(env: NodeJS.ProcessEnv): StatesService | null {
  const id = secret(env, 'OPENSKY_CLIENT_ID');
  const clientSecret = secret(env, 'OPENSKY_CLIENT_SECRET');
  if (Boolean(id) !== Boolean(clientSecret))
    throw new StartupError('Set both OPENSKY_CLIENT_ID and OPENSKY_CLIENT_SECRET.');
  const isOn = env.OPENSKY_URL?.trim().toLowerCase() === 'on';
  const url = isOn ? openSky : address(env, 'OPENSKY_URL', id ? openSky : null, '');
  if (!url) return null;
  const tokenUrl = address(env, 'OPENSKY_TOKEN_URL', openSkyTokens, '') ?? openSkyTokens;
  return {
    url,
    isOwners: !isOn && isSet(env, 'OPENSKY_URL'),
    client:
      id && clientSecret ? { id, secret: clientSecret, tokenUrl, isOwners: isSet(env, 'OPENSKY_TOKEN_URL') } : null,
    creditsPerDay: wholeNumber(env, 'OPENSKY_CREDITS', id ? credits.registered : credits.anonymous, 0, 1_000_000_000),
  };
}

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim());

/** The setting, or `standard`. null = off. It must contain `part`. */
function address(env: NodeJS.ProcessEnv, name: string, standard: string | null, part: string): string | null {
  const text = env[name]?.trim() || standard;
  if (!text || text.toLowerCase() === 'off') return null;
  const [, host = '', path = ''] = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(text) ?? [];
  if (!isHttpUrl(host) || host.includes('{') || !path.includes(part))
    throw new StartupError(
      `${name} must be 'off' or an http or https address${part && `, with ${part} after the host`}.`,
    );
  return text;
}

/** It becomes a header: one line of plain characters. */
function secret(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name]?.trim();
  if (!text) return null;
  if (!/^[\x21-\x7e]{1,500}$/.test(text))
    throw new StartupError(`${name} contains characters that are not allowed in a key.`);
  return text;
}
