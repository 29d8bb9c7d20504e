/** Reads and writes the map state in the address. Zooms are those of 256 px tiles (C58). Pure. */
import { type BaseLayerName, baseLayerNames } from '../../../contract/base-layer-names.ts';
import { type PositionSource, positionSources } from '../../charts/positions/fix.ts';
import { wrapLon } from '../../lib/bounds.ts';
import { filterIn, type MapFilter, noFilter, writeFilter } from './fleet/map-filter.ts';
import type { View } from './viewport.ts';

/** Height of the sheet of a phone. */
export const sheetHeights = ['low', 'middle', 'full'] as const;
export type SheetHeight = (typeof sheetHeights)[number];
export type MapAddress = View & {
  readonly layer: BaseLayerName;
  readonly source: PositionSource;
  /** Mode S address of the selected aircraft, upper case. */
  readonly icao: string | null;
  /** ICAO code of the selected airport, upper case. */
  readonly airport: string | null;
  /** Full-screen map for wall displays. */
  readonly isWall: boolean;
  /** null = depends on the selection. Only phones show a sheet. */
  readonly sheet: SheetHeight | null;
  readonly filter: MapFilter;
};
/** Stored for the next visit. */
export type SavedView = View & { readonly layer: BaseLayerName };

/** MAP-02. */
export const startView: SavedView = { lat: 45, lon: 25, zoom: 5, layer: 'main' };
export const zoomLimits = { min: 1, max: 19 } as const;
/** Mode S: 24 bits, after ~ if they are not of ICAO. */
const icaoForm = /^~?[0-9A-F]{6}$/;
/** Limit of the Mercator projection. */
const maxLat = 85;

export type Search = Readonly<Record<string, unknown>>;

const hasView = (search: Search): boolean => ['z', 'lat', 'lon'].some((name) => numberOf(search[name]) !== null);

/** A link that names an aircraft without a view is about the aircraft, wherever it is. Its Mode S address, or null. */
export const soughtIn = (search: Search): string | null => (hasView(search) ? null : codeOf(icaoForm, search.icao));

/** An address with a view is complete: missing parts are defaults. Otherwise the stored view and filter are used. */
export function readAddress(search: Search, stored: SavedView, storedFilter = noFilter): MapAddress {
  const view = hasView(search) ? startView : stored;
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
    sheet: oneOf(sheetHeights, search.sheet),
    filter: filterIn(search) ?? (hasView(search) ? noFilter : storedFilter),
  };
}

/** A selection opens the sheet half way. */
export const sheetOf = ({ sheet, icao, airport }: Pick<MapAddress, 'sheet' | 'icao' | 'airport'>): SheetHeight =>
  sheet ?? (icao || airport ? 'middle' : 'low');

/** Only what differs from the defaults. */
export function writeAddress(address: MapAddress): Readonly<Record<string, string>> {
  const texts: Record<string, string> = { ...writeFilter(address.filter) };
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
  // Other formats (of other servers) can be selected here, but no link leads to them.
  if (address.icao && icaoForm.test(address.icao)) texts.icao = address.icao;
  if (address.airport) texts.airport = address.airport;
  if (address.isWall) texts.wall = '1';
  if (address.sheet) texts.sheet = address.sheet;
  return texts;
}

/** Any stored value as a view. Invalid parts become defaults. */
export function readSavedView(stored: unknown): SavedView {
  if (typeof stored !== 'object' || stored === null) return startView;
  const { z, lat, lon, layer } = stored as Record<string, unknown>;
  const address = readAddress({ z, lat, lon, layer }, startView);
  return { lat: address.lat, lon: address.lon, zoom: address.zoom, layer: address.layer };
}

/** As `readSavedView` reads it. */
export const writeSavedView = ({ lat, lon, zoom, layer }: SavedView): object => ({
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
