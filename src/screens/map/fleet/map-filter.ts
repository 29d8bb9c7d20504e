/** Filter of aircraft on the map and in its list. Pure. */
import { hourMs } from '../../../../contract/durations.ts';
import { type PositionKind, positionKindOf } from '../../../../contract/entities/map.ts';
import { altitudeBands, bandOf } from '../../../charts/altitude-bands.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { amountText, measureText, type Units } from '../../../lib/units.ts';
import { folded } from '../panel/in-view.ts';
import type { Viewport } from '../viewport.ts';
import { type Aircraft, agedAfterMs, ageOf } from './aircraft.ts';
import type { Fleet } from './fleet.ts';

/** Longest age of the last message, or of the last fault report. */
export const messageChoices = { any: null, '1 h': hourMs, '24 h': 24 * hourMs, fault: 24 * hourMs } as const;
/** Longest age of the position. */
export const ageChoices = { any: null, '60 s': agedAfterMs, '10 min': 600_000 } as const;
export const placeChoices = ['any', 'in the air', 'on the ground'] as const;

export type KindChoice = 'any' | PositionKind;

export type MapFilter = {
  /** Altitude bands, 1 (lowest) to 6. The ground has its own choice. */
  readonly fromBand: number;
  readonly toBand: number;
  /** Type codes, `*` for any end: `AT76, B73*`. '' = any. */
  readonly types: string;
  /** ICAO codes of airlines, as in the callsign. '' = any. */
  readonly operators: string;
  /** Part of the flight or the address. '' = any. */
  readonly text: string;
  readonly message: keyof typeof messageChoices;
  readonly age: keyof typeof ageChoices;
  readonly place: (typeof placeChoices)[number];
  /** How the position was received. */
  readonly kind: KindChoice;
};
export const lowestBand = 1;
export const highestBand = altitudeBands.length - 1;
export const noFilter: MapFilter = {
  fromBand: lowestBand,
  toBand: highestBand,
  types: '',
  operators: '',
  text: '',
  message: 'any',
  age: 'any',
  place: 'any',
  kind: 'any',
};

/** Any stored text. Invalid parts become those of no filter. */
export function readFilter(text: string | null): MapFilter {
  try {
    const stored = (JSON.parse(text ?? 'null') ?? {}) as Readonly<Record<keyof MapFilter, unknown>>;
    const bandIn = (value: unknown, other: number): number =>
      typeof value === 'number' && Number.isInteger(value) && value >= lowestBand && value <= highestBand
        ? value
        : other;
    const textIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '');
    const [one, other] = [bandIn(stored.fromBand, lowestBand), bandIn(stored.toBand, highestBand)];
    return {
      fromBand: Math.min(one, other),
      toBand: Math.max(one, other),
      types: textIn(stored.types),
      operators: textIn(stored.operators),
      text: textIn(stored.text),
      message: keyIn(messageChoices, stored.message),
      age: keyIn(ageChoices, stored.age),
      place: placeChoices.find((place) => place === stored.place) ?? 'any',
      kind: positionKindOf(stored.kind) ?? 'any',
    };
  } catch {
    return noFilter;
  }
}
const keyIn = <T extends object>(choices: T & { readonly any: null }, value: unknown): keyof T =>
  typeof value === 'string' && Object.hasOwn(choices, value) ? (value as keyof T) : ('any' as keyof T);

/** How many conditions it has. */
export function conditionsOf(filter: MapFilter): number {
  const { fromBand, toBand, ...others } = filter;
  const isAltitudeSet = fromBand !== lowestBand || toBand !== highestBand;
  const isSet = (name: keyof typeof others): boolean =>
    patternsOf(others[name]).join() !== patternsOf(noFilter[name]).join();
  return Number(isAltitudeSet) + (Object.keys(others) as (keyof typeof others)[]).filter(isSet).length;
}

function passes(filter: MapFilter): (aircraft: Aircraft, now: number) => boolean {
  const types = patternsOf(filter.types).map(pattern);
  const operators = patternsOf(filter.operators).map((code) => pattern(`${code}*`));
  const text = folded(filter.text);
  const isAnyAltitude = filter.fromBand === lowestBand && filter.toBand === highestBand;
  const messageMs = messageChoices[filter.message];
  const ageMs = ageChoices[filter.age];
  return (one, now) => {
    const isOnGround = one.isOnGround === true;
    if (filter.place !== 'any' && isOnGround !== (filter.place === 'on the ground')) return false;
    if (filter.kind !== 'any' && one.positionKind !== filter.kind) return false;
    if (!isAnyAltitude && !isOnGround) {
      const band = bandOf({ ...one, isStored: false });
      if (band < filter.fromBand || band > filter.toBand) return false;
    }
    if (!isAnyAltitude && isOnGround && filter.place === 'any' && filter.fromBand > lowestBand) return false;
    const receivedAt = filter.message === 'fault' ? one.faultAt : one.messageAt;
    if (messageMs !== null && !(receivedAt !== null && now - receivedAt <= messageMs)) return false;
    if (ageMs !== null && ageOf(one, now) > ageMs) return false;
    if (![one.callsign ?? '', one.registration ?? '', one.key].some((name) => folded(name).includes(text)))
      return false;
    if (types.length > 0 && !types.some((is) => is(one.typeCode ?? ''))) return false;
    return operators.length === 0 || operators.some((is) => is(one.callsign ?? ''));
  };
}

const patternsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((part) => part !== '');

/** `B73*` matches codes with this beginning. */
function pattern(text: string): (code: string) => boolean {
  const beginning = text.replace(/(?<!\*)\*+$/, '');
  return beginning === text
    ? (code) => code.toUpperCase() === text
    : (code) => code.toUpperCase().startsWith(beginning);
}

export type ShownFleet = Fleet & {
  /** In view, after the filter and without it. 0 without conditions. */
  readonly shown: number;
  readonly all: number;
};

/** The selected aircraft is always shown. `byKey` contains all aircraft. */
export function filterFleet(
  fleet: Fleet,
  filter: MapFilter,
  { viewport, selectedKey }: { readonly viewport: Viewport | null; readonly selectedKey: string | null },
): ShownFleet {
  if (conditionsOf(filter) === 0) return { ...fleet, shown: 0, all: 0 };
  const now = fleet.receivedAt ?? 0;
  const isShown = passes(filter);
  const list = fleet.list.filter((one) => one.key === selectedKey || isShown(one, now));
  const inView = (some: readonly Aircraft[]): number =>
    viewport ? some.filter(({ lat, lon }) => isWithin(viewport.bounds, lat, lon)).length : 0;
  return { ...fleet, list, shown: inView(list), all: inView(fleet.list) };
}

/** Altitudes of a range of bands in words. */
export function rangeText(from: number, to: number, { altitude }: Units): string {
  const least = from === lowestBand ? null : (altitudeBands[from]?.fromFt ?? null);
  const above = altitudeBands[to + 1]?.fromFt ?? null;
  if (least === null) return above === null ? 'any' : `below ${measureText(altitude, above)}`;
  return above === null
    ? `${measureText(altitude, least)} and above`
    : `${amountText(altitude, least)} to ${measureText(altitude, above - 1)}`;
}
