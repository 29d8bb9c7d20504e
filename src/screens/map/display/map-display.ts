/** What the map shows besides its content, per user on this device. Pure. */
import { maxOutlines } from '../../../../contract/entities/map.ts';
import { type DimChoice, dimChoices, type WallViewChoice, wallViewChoices } from '../wall/wall-rules.ts';

export const trailChoices = ['all', 'selected', 'none'] as const;
export type MapDisplay = {
  readonly trails: (typeof trailChoices)[number];
  /** Below zoom 7 the map shows fewer. */
  readonly hasAllAirports: boolean;
  /** Otherwise like the app. */
  readonly isAlwaysDark: boolean;
  readonly hasNight: boolean;
  /** Numbers of stations with their ranges. null = the default of the user. */
  readonly ranges: readonly string[] | null;
  /** When the full-screen map is dimmed: at night, or after 10 minutes without input. */
  readonly wallDim: DimChoice;
  /** What the full-screen map moves to. */
  readonly wallView: WallViewChoice;
};
export const defaultDisplay: MapDisplay = {
  trails: 'all',
  hasAllAirports: false,
  isAlwaysDark: false,
  hasNight: true,
  ranges: null,
  wallDim: 'never',
  wallView: 'fixed',
};

/** Any stored text. Invalid parts become defaults. */
export function readDisplay(text: string | null): MapDisplay {
  try {
    const stored = (JSON.parse(text ?? 'null') ?? {}) as Readonly<Record<string, unknown>>;
    return {
      trails: trailChoices.find((one) => one === stored.trails) ?? defaultDisplay.trails,
      hasAllAirports: stored.hasAllAirports === true,
      isAlwaysDark: stored.isAlwaysDark === true,
      hasNight: stored.hasNight !== false,
      ranges: readRanges(stored.ranges),
      wallDim: dimChoices.find((one) => one === stored.wallDim) ?? defaultDisplay.wallDim,
      wallView: wallViewChoices.find((one) => one === stored.wallView) ?? defaultDisplay.wallView,
    };
  } catch {
    return defaultDisplay;
  }
}

function readRanges(stored: unknown): readonly string[] | null {
  if (!Array.isArray(stored)) return null;
  return stored.filter((one): one is string => typeof one === 'string' && /^\d+$/.test(one)).slice(0, maxOutlines);
}
