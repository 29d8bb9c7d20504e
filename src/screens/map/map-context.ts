/** State shared by all parts of the map screen. It never changes while the map moves, or every part would render each frame. */
import { createContext, type Provider, use, useCallback, useState } from 'react';
import { maxOutlines } from '../../../contract/entities/map.ts';
import { readEntry, writeEntry } from '../../session/personal-entries.ts';
import { sessionScoped } from '../../session/session-scoped.ts';
import type { MapColours } from '../../ui/map-colours.ts';
import { useValue } from '../../ui/value-store.ts';
import { type DimChoice, dimChoices, type WallViewChoice, wallViewChoices } from './controls/wall-rules.ts';
import type { MapAddress } from './map-address.ts';
import { defaultSort, readSort, type TableSort } from './panel/table-rows.ts';
import type { Viewport } from './viewport.ts';

/** Why there is no map: its code failed to load, or WebGL is missing. */
export type MapFailure = 'code' | 'webgl';

export type MapShare = {
  /** false while its code loads and without WebGL: the list works without a map. */
  readonly isDrawn: boolean;
  /** View of the map at rest. null before the first. */
  readonly viewport: Viewport | null;
  readonly isAtRest: boolean;
  readonly address: MapAddress;
  /** Selection, layer, source and view: map and address follow. */
  readonly change: (part: Partial<MapAddress>) => void;
  /** Parameter of each call on the company's map (MAP-08). null on the map of all data. */
  readonly company: string | null;
  readonly colours: MapColours;
  readonly display: MapDisplay;
  readonly changeDisplay: (part: Partial<MapDisplay>) => void;
};

/** A context of the map screen: its provider, and a hook that reads it. */
export function screenContext<T extends object>(): readonly [Provider<T | null>, () => T] {
  const Share = createContext<T | null>(null);
  const useShare = (): T => {
    const share = use(Share);
    if (!share) throw new Error('This component must be inside the map screen.');
    return share;
  };
  return [Share.Provider, useShare];
}

export const [MapShareProvider, useMapShare] = screenContext<MapShare>();

/** Key of the followed aircraft. null = none. */
const followed = sessionScoped((): string | null => null);
export const follow = (key: string | null): void => followed.set(key);
export const useFollowed = (): string | null => useValue(followed);

/** Key of the aircraft under the pointer, on the map or in the table. null = none. */
const hovered = sessionScoped((): string | null => null);
export const hover = (key: string | null): void => hovered.set(key);
export const useHovered = (): string | null => useValue(hovered);

// ---- What the map shows besides its content, per user on this device

/** The panel next to the map. null = by the width of the screen. */
const panelChoices = ['table', 'list', 'closed'] as const;
export type PanelChoice = (typeof panelChoices)[number];
/** Width of the table, px. */
export const tableWidths = { min: 420, usual: 572, max: 720 } as const;

const trailChoices = ['all', 'selected', 'none'] as const;
type MapDisplay = {
  readonly trails: (typeof trailChoices)[number];
  /** Below zoom 7 the map shows fewer. */
  readonly hasAllAirports: boolean;
  /** Otherwise like the app. */
  readonly isAlwaysDark: boolean;
  readonly hasNight: boolean;
  readonly hasCoverage: boolean;
  /** Numbers of stations with their ranges. null = the default of the user. */
  readonly ranges: readonly string[] | null;
  /** When the full-screen map is dimmed: at night, or after 10 minutes without input. */
  readonly wallDim: DimChoice;
  /** What the full-screen map moves to. */
  readonly wallView: WallViewChoice;
  readonly panel: PanelChoice | null;
  readonly tableWidth: number;
  readonly tableSort: TableSort;
  /** Number of the station that distances are from. null = the default of the user. */
  readonly distanceFrom: string | null;
};
export const defaultDisplay: MapDisplay = {
  trails: 'all',
  hasAllAirports: false,
  isAlwaysDark: false,
  hasNight: true,
  hasCoverage: false,
  ranges: null,
  wallDim: 'never',
  wallView: 'fixed',
  panel: null,
  tableWidth: tableWidths.usual,
  tableSort: defaultSort,
  distanceFrom: null,
};

/** Any stored text. Invalid parts become defaults. */
function readDisplay(text: string | null): MapDisplay {
  try {
    const stored = (JSON.parse(text ?? 'null') ?? {}) as Readonly<Record<string, unknown>>;
    return {
      trails: trailChoices.find((one) => one === stored.trails) ?? defaultDisplay.trails,
      hasAllAirports: stored.hasAllAirports === true,
      isAlwaysDark: stored.isAlwaysDark === true,
      hasNight: stored.hasNight !== false,
      hasCoverage: stored.hasCoverage === true,
      ranges: readRanges(stored.ranges),
      wallDim: dimChoices.find((one) => one === stored.wallDim) ?? defaultDisplay.wallDim,
      wallView: wallViewChoices.find((one) => one === stored.wallView) ?? defaultDisplay.wallView,
      panel: panelChoices.find((one) => one === stored.panel) ?? defaultDisplay.panel,
      tableWidth: readWidth(stored.tableWidth),
      tableSort: readSort(stored.tableSort),
      distanceFrom: typeof stored.distanceFrom === 'string' ? stored.distanceFrom.slice(0, 20) : null,
    };
  } catch {
    return defaultDisplay;
  }
}

export const withinTable = (px: number): number => Math.round(Math.min(tableWidths.max, Math.max(tableWidths.min, px)));

const readWidth = (stored: unknown): number =>
  typeof stored === 'number' && Number.isFinite(stored) ? withinTable(stored) : tableWidths.usual;

function readRanges(stored: unknown): readonly string[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.filter((one): one is string => typeof one === 'string' && /^\d+$/.test(one)).slice(0, maxOutlines);
}

/** The display and a function that changes and stores it. */
export function useMapDisplay(userId: string): readonly [MapDisplay, (part: Partial<MapDisplay>) => void] {
  const [display, setDisplay] = useState(() => readDisplay(readEntry({ kind: 'map', userId, part: 'display' })));
  const change = useCallback(
    (part: Partial<MapDisplay>) => {
      const next = { ...display, ...part };
      setDisplay(next);
      writeEntry({ kind: 'map', userId, part: 'display' }, JSON.stringify(next));
    },
    [display, userId],
  );
  return [display, change];
}
