/** Settings of other services. Never include a configured URL or key in a text. */

import { type BaseLayerName, baseLayerNames } from '../../../contract/base-layer-names.ts';
import { defaultSources, type LayerSource } from '../../../contract/base-layers.ts';
import { seenValue, wholeNumber } from '../../base/settings.ts';
import { StartupError } from '../../base/startup-error.ts';

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

// ---- Sources of base layers: defaults of the contract and settings. Never include a configured URL in a text: it may contain a key.

export type TileSource = LayerSource & {
  /** Replaces {key} in the template. */
  readonly key: string | null;
  /** The owner configured the URL: it may be in a private network. */
  readonly isOwners: boolean;
  /** Why it has no tiles. null = it has. */
  readonly unavailable: string | null;
};
export type TileSources = Readonly<Record<BaseLayerName, TileSource>>;

/** `TILES_MAIN_URL`, `TILES_OPENAIP_KEY` ... `TILES=off` keeps only layers with a configured URL. @throws StartupError */
function readTileSources(env: NodeJS.ProcessEnv): TileSources {
  refuseUnknown(env);
  const isOff = env.TILES?.trim().toLowerCase() === 'off';
  return Object.fromEntries(baseLayerNames.map((name) => [name, readSource(env, name, isOff)])) as TileSources;
}

const parts = ['URL', 'KEY', 'ATTRIBUTION', 'ZOOMS', 'STORING'] as const;
const variable = (layer: BaseLayerName, part: (typeof parts)[number]): string => `TILES_${layer.toUpperCase()}_${part}`;

/** A misspelt name would leave a layer unchanged without notice. */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = new Set(baseLayerNames.flatMap((layer) => parts.map((part) => variable(layer, part))));
  const unknown = Object.keys(env).find((name) => name.startsWith('TILES_') && !known.has(name));
  if (unknown)
    throw new StartupError(
      `${unknown} is not a setting. Settings of a layer: ${parts.map((part) => variable('main', part)).join(', ')}. Layers: ${baseLayerNames.join(', ')}.`,
    );
}

function readSource(env: NodeJS.ProcessEnv, layer: BaseLayerName, isOff: boolean): TileSource {
  const set = (part: (typeof parts)[number]): string | null => env[variable(layer, part)]?.trim() || null;
  const standard = defaultSources[layer];
  const url = set('URL');
  const template = url && url.toLowerCase() !== 'off' ? readTemplate(url, variable(layer, 'URL')) : standard.template;
  const key = set('KEY');
  const unavailable =
    (isOff && !url) || url?.toLowerCase() === 'off'
      ? 'This layer is turned off on the server.'
      : template.includes('{key}') && !key
        ? `This layer needs a key, which the server does not have (${variable(layer, 'KEY')}).`
        : null;
  return {
    template,
    key,
    isOwners: template !== standard.template,
    unavailable,
    attribution: set('ATTRIBUTION') ?? standard.attribution,
    storing: readStoring(set('STORING'), variable(layer, 'STORING')) ?? standard.storing,
    ...(readZooms(set('ZOOMS'), variable(layer, 'ZOOMS')) ?? { minZoom: standard.minZoom, maxZoom: standard.maxZoom }),
  };
}

function readTemplate(text: string, name: string): string {
  // The host may not depend on the tile: requests go to one origin.
  const [, host = '', path = ''] = /^(https?:\/\/[^/?#]+)(\/.*)$/i.exec(text) ?? [];
  if (!isHttpUrl(host) || host.includes('{') || !['{z}', '{x}', '{y}'].every((part) => path.includes(part)))
    throw new StartupError(
      `${name} must be in the form https://tiles.example.org/{z}/{x}/{y}.png?key={key}: http or https, with {z}, {x} and {y} after the host.`,
    );
  return text;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function readZooms(text: string | null, name: string): { minZoom: number; maxZoom: number } | null {
  if (!text) return null;
  const [, low = '', high = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [minZoom, maxZoom] = [Number(low), Number(high)];
  if (!low || minZoom > maxZoom || maxZoom > 22)
    throw new StartupError(`${name} must be in the form 0-19, up to 22${seenValue(text)}.`);
  return { minZoom, maxZoom };
}

function readStoring(text: string | null, name: string): LayerSource['storing'] | null {
  if (!text) return null;
  if (text === 'no' || text === 'seen' || text === 'areas') return text;
  throw new StartupError(
    `${name} must be no (never stored), seen (viewed tiles are stored) or areas (areas can be downloaded)${seenValue(text)}.`,
  );
}
