/**
 * What the address bar says of the map, read and written. Pure. Zooms are those of 256 px tiles (C58).
 * Must not: trust what it reads, or know the map component.
 */
import { type BaseLayerName, baseLayerNames } from '../../../contract/base-layers.ts';
import { wrapLon } from '../../lib/bounds.ts';

export type View = { readonly lat: number; readonly lon: number; readonly zoom: number };
/** C111: one of them is polled at a time. */
export const positionSources = ['receivers', 'opensky', 'states'] as const;
export type PositionSource = (typeof positionSources)[number];
export type MapAddress = View & {
  readonly layer: BaseLayerName;
  readonly source: PositionSource;
  /** Mode S address of the selected aircraft, upper case. */
  readonly icao: string | null;
  /** ICAO code of the selected airport, upper case. */
  readonly airport: string | null;
  /** The map alone, for a display on a wall. */
  readonly isWall: boolean;
};
/** What a person finds again at the next visit. */
export type KeptView = View & { readonly layer: BaseLayerName };

/** MAP-02. */
export const startView: KeptView = { lat: 45, lon: 25, zoom: 5, layer: 'main' };
export const zoomLimits = { min: 1, max: 19 } as const;
/** Mode S: 24 bits. */
const icaoForm = /^[0-9A-F]{6}$/;
/** Where the Mercator projection ends. */
const maxLat = 85;

export type Search = Readonly<Record<string, unknown>>;

/** An address that says where to look is whole: what it leaves out is the start's. Otherwise the view is the kept one. */
export function readAddress(search: Search, kept: KeptView): MapAddress {
  const saysView = ['z', 'lat', 'lon'].some((name) => numberOf(search[name]) !== null);
  const view = saysView ? startView : kept;
  const layer = oneOf(baseLayerNames, search.layer);
  return {
    zoom: within(zoomLimits.min, numberOf(search.z) ?? view.zoom, zoomLimits.max),
    lat: within(-maxLat, numberOf(search.lat) ?? view.lat, maxLat),
    lon: wrapLon(numberOf(search.lon) ?? view.lon),
    layer: layer ?? view.layer,
    source: oneOf(positionSources, search.source) ?? 'receivers',
    icao: codeOf(icaoForm, search.icao),
    airport: codeOf(/^[A-Z0-9]{2,7}$/, search.airport),
    isWall: search.wall === '1',
  };
}

/** Only what differs from a fresh open. */
export function writeAddress(address: MapAddress): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  const z = rounded(address.zoom, 2);
  const lat = rounded(address.lat, 4);
  const lon = rounded(address.lon, 4);
  if (z !== startView.zoom || lat !== startView.lat || lon !== startView.lon) {
    texts.z = String(z);
    texts.lat = String(lat);
    texts.lon = String(lon);
  }
  if (address.layer !== startView.layer) texts.layer = address.layer;
  if (address.source !== 'receivers') texts.source = address.source;
  // One of another form (other servers have such) is selected here, but no link leads to it.
  if (address.icao && icaoForm.test(address.icao)) texts.icao = address.icao;
  if (address.airport) texts.airport = address.airport;
  if (address.isWall) texts.wall = '1';
  return texts;
}

/** Whatever is stored, as a view; what does not fit is the start's. */
export function readKeptView(stored: unknown): KeptView {
  if (typeof stored !== 'object' || stored === null) return startView;
  const { z, lat, lon, layer } = stored as Record<string, unknown>;
  const address = readAddress({ z, lat, lon, layer }, startView);
  return { lat: address.lat, lon: address.lon, zoom: address.zoom, layer: address.layer };
}

/** As `readKeptView` reads it. */
export const writeKeptView = ({ lat, lon, zoom, layer }: KeptView): object => ({
  z: rounded(zoom, 2),
  lat: rounded(lat, 4),
  lon: rounded(lon, 4),
  layer,
});

export const isSameView = (a: View, b: View): boolean =>
  Math.abs(a.zoom - b.zoom) < 0.005 && Math.abs(a.lat - b.lat) < 0.000_05 && Math.abs(a.lon - b.lon) < 0.000_05;

function numberOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const number = String(value).trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : null;
}

const within = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value));

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return Math.round(value * factor) / factor;
}

const oneOf = <T extends string>(names: readonly T[], value: unknown): T | null =>
  names.find((name) => name === value) ?? null;

function codeOf(pattern: RegExp, value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return pattern.test(code) ? code : null;
}
