/** Sources of base layers: defaults of the contract and settings. Never include a configured URL in a text: it may contain a key. */

import { type BaseLayerName, baseLayerNames } from '../../contract/base-layer-names.ts';
import { defaultSources, type LayerSource } from '../../contract/base-layers.ts';
import { StartupError } from '../base/startup-error.ts';

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
export function readTileSources(env: NodeJS.ProcessEnv): TileSources {
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

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function readZooms(text: string | null, name: string): { minZoom: number; maxZoom: number } | null {
  if (!text) return null;
  const [, low = '', high = ''] = /^(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  const [minZoom, maxZoom] = [Number(low), Number(high)];
  if (!low || minZoom > maxZoom || maxZoom > 22)
    throw new StartupError(`${name} must be in the form 0-19, up to 22, but it is '${text}'.`);
  return { minZoom, maxZoom };
}

function readStoring(text: string | null, name: string): LayerSource['storing'] | null {
  if (!text) return null;
  if (text === 'no' || text === 'seen' || text === 'areas') return text;
  throw new StartupError(
    `${name} must be no (never stored), seen (viewed tiles are stored) or areas (areas can be downloaded), but it is '${text}'.`,
  );
}
