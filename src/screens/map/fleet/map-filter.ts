/** Filter of aircraft on the map and in its list. Pure. */
import { hourMs } from '../../../../contract/durations.ts';
import { type PositionKind, positionKindOf } from '../../../../contract/entities/map.ts';
import { isMilitaryAddress } from '../../../charts/aircraft/address-blocks.ts';
import { altitudeBands, bandOf } from '../../../charts/altitude-bands.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { amountText, measureText, type Units } from '../../../lib/units.ts';
import { folded } from '../panel/in-view.ts';
import type { Viewport } from '../viewport.ts';
import { type Aircraft, agedAfterMs, ageOf, isEmergency } from './aircraft.ts';
import type { Fleet } from './fleet.ts';

/** Longest age of the last message, or of the last fault report. */
export const messageChoices = { any: null, '1 h': hourMs, '24 h': 24 * hourMs, fault: 24 * hourMs } as const;
/** Longest age of the position. */
export const ageChoices = { any: null, '60 s': agedAfterMs, '10 min': 600_000 } as const;
export const stateChoices = ['any', 'emergency'] as const;
export const blockChoices = ['any', 'military'] as const;
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
  /** Codes of the transponder, `*` for any end: `7000, 77*`. '' = any. */
  readonly squawk: string;
  readonly state: (typeof stateChoices)[number];
  /** Marked blocks of addresses. */
  readonly block: (typeof blockChoices)[number];
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
  squawk: '',
  message: 'any',
  age: 'any',
  place: 'any',
  state: 'any',
  block: 'any',
  kind: 'any',
};

type Fields = Readonly<Record<string, unknown>>;

/** Any stored text. Invalid parts become those of no filter. */
export function readFilter(text: string | null): MapFilter {
  try {
    return filterOf((JSON.parse(text ?? 'null') ?? {}) as Fields);
  } catch {
    return noFilter;
  }
}

function filterOf(fields: Fields): MapFilter {
  const bandIn = (value: unknown, other: number): number =>
    typeof value === 'number' && Number.isInteger(value) && value >= lowestBand && value <= highestBand ? value : other;
  const textIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 60) : '');
  const [one, other] = [bandIn(fields.fromBand, lowestBand), bandIn(fields.toBand, highestBand)];
  return {
    fromBand: Math.min(one, other),
    toBand: Math.max(one, other),
    types: textIn(fields.types),
    operators: textIn(fields.operators),
    text: textIn(fields.text),
    squawk: textIn(fields.squawk),
    message: keyIn(messageChoices, fields.message),
    age: keyIn(ageChoices, fields.age),
    place: oneIn(placeChoices, fields.place),
    state: oneIn(stateChoices, fields.state),
    block: oneIn(blockChoices, fields.block),
    kind: positionKindOf(fields.kind) ?? 'any',
  };
}
const keyIn = <T extends object>(choices: T & { readonly any: null }, value: unknown): keyof T =>
  typeof value === 'string' && Object.hasOwn(choices, value) ? (value as keyof T) : ('any' as keyof T);
const oneIn = <T extends string>(choices: readonly (T | 'any')[], value: unknown): T | 'any' =>
  choices.find((one) => one === value) ?? 'any';

// ---- in the address: a link shows the same aircraft

/** Parameter of each part. The altitude is `alt=2-5`, bands as in `fromBand`. */
const parameters = {
  types: 'type',
  operators: 'operator',
  text: 'text',
  squawk: 'squawk',
  message: 'message',
  age: 'age',
  place: 'place',
  state: 'state',
  block: 'block',
  kind: 'kind',
} as const satisfies Partial<Record<keyof MapFilter, string>>;
const parts = Object.keys(parameters) as (keyof typeof parameters)[];

/** null = the address names no condition. Invalid ones are none. */
export function filterIn(search: Fields): MapFilter | null {
  const bands = /^([1-6])-([1-6])$/.exec(typeof search.alt === 'string' ? search.alt : '');
  const fields = Object.fromEntries(parts.map((part) => [part, search[parameters[part]]]));
  const filter = filterOf({ ...fields, ...(bands ? { fromBand: Number(bands[1]), toBand: Number(bands[2]) } : {}) });
  return conditionsOf(filter) === 0 ? null : filter;
}

/** Conditions only. */
export function writeFilter(filter: MapFilter): Readonly<Record<string, string>> {
  const { fromBand, toBand } = filter;
  const isAnyAltitude = fromBand === lowestBand && toBand === highestBand;
  const set = parts.filter((part) => filter[part] !== noFilter[part]);
  return {
    ...(isAnyAltitude ? {} : { alt: `${fromBand}-${toBand}` }),
    ...Object.fromEntries(set.map((part) => [parameters[part], filter[part]])),
  };
}

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
  const squawks = patternsOf(filter.squawk).map(pattern);
  const text = folded(filter.text);
  const isAnyAltitude = filter.fromBand === lowestBand && filter.toBand === highestBand;
  const messageMs = messageChoices[filter.message];
  const ageMs = ageChoices[filter.age];
  return (one, now) => {
    const isOnGround = one.isOnGround === true;
    if (filter.place !== 'any' && isOnGround !== (filter.place === 'on the ground')) return false;
    if (filter.kind !== 'any' && one.positionKind !== filter.kind) return false;
    if (filter.state === 'emergency' && !isEmergency(one)) return false;
    if (filter.block === 'military' && !isMilitaryAddress(one.key)) return false;
    if (squawks.length > 0 && !squawks.some((is) => is(one.squawk ?? ''))) return false;
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

type FilterCounts = {
  readonly all: number;
  readonly kinds: ReadonlyMap<PositionKind, number>;
  readonly emergencies: number;
  readonly military: number;
};

/** Of aircraft before the filter. */
export function filterCounts(list: readonly Aircraft[]): FilterCounts {
  const kinds = new Map<PositionKind, number>();
  let [emergencies, military] = [0, 0];
  for (const one of list) {
    if (one.positionKind !== null) kinds.set(one.positionKind, (kinds.get(one.positionKind) ?? 0) + 1);
    if (isEmergency(one)) emergencies++;
    if (isMilitaryAddress(one.key)) military++;
  }
  return { all: list.length, kinds, emergencies, military };
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
