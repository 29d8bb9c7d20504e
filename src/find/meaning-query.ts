/**
 * A typed question for messages by what they say: `cpdlc klm yesterday`, `ata 36 hb-jcs`, `not decoded label h1`. Each word must be understood,
 * otherwise it is a search for things only. Pure.
 */
import { dayMs } from '../../contract/durations.ts';
import type { MeaningKind } from '../../contract/entities/meaning.ts';
import { writeInstant } from '../../contract/params.ts';
import { utcDay } from '../lib/time.ts';
import { kindWords, notDecodedWords } from '../objects/kind-words.ts';
import type { ReceivedAircraft } from './aircraft.ts';
import type { Entry } from './entries.ts';
import { foldCode, foldWords, splitFlight } from './fold.ts';

export type MeaningQuery = {
  /** What was understood, in the order of the words. */
  readonly pills: readonly string[];
  /** Parameters of a list of messages. */
  readonly filters: Readonly<Record<string, string>>;
  /** Hours up to now. null = From and To are among the filters. */
  readonly lastHours: number | null;
  /** Airlines are fields of the list per aircraft only. */
  readonly isOfAirline: boolean;
  /** `CPDLC messages of KLM, 28 Nov 2026`. */
  readonly label: string;
};

const usualHours = 24;
const maxHours = 31 * 24;

/** Folded words of a kind. */
const kindNames: Readonly<Record<string, MeaningKind>> = {
  position: 'position',
  positions: 'position',
  oooi: 'gateTimes',
  'gate times': 'gateTimes',
  weather: 'weather',
  cpdlc: 'cpdlc',
  adsc: 'adsc',
  'ads c': 'adsc',
  engine: 'engine',
  engines: 'engine',
  load: 'load',
  loads: 'load',
  'free text': 'freeText',
  freetext: 'freeText',
  fault: 'fault',
  faults: 'fault',
  link: 'link',
};
const decodedNames: Readonly<Record<string, readonly [value: string, words: string]>> = {
  'not decoded': ['none', notDecodedWords],
  undecoded: ['none', notDecodedWords],
  'partly decoded': ['partial', 'Partly decoded'],
  'fully decoded': ['full', 'Fully decoded'],
};

type Understood = {
  readonly words: number;
  readonly pill: string;
  readonly filters?: Readonly<Record<string, string>>;
  readonly kind?: MeaningKind;
  readonly lastHours?: number;
  readonly role: 'what' | 'who' | 'when';
  readonly isOfAirline?: true;
};

/** null = no question about meanings, or one with words that are not understood. `groups` = entries of the device. */
export function readMeaningQuery(
  typed: string,
  groups: readonly (readonly Entry[])[],
  now: number,
): MeaningQuery | null {
  const words = typed.trim().split(/\s+/).filter(Boolean);
  if (words.length > 8) return null;
  const parts: Understood[] = [];
  for (let at = 0; at < words.length; ) {
    const part = understood(words.slice(at), groups, now);
    if (!part) return null;
    parts.push(part);
    at += part.words;
  }
  const what = parts.filter(({ role }) => role === 'what');
  if (what.length === 0) return null;
  const kinds = [...new Set(parts.flatMap(({ kind }) => kind ?? []))];
  const when = parts.find(({ role }) => role === 'when');
  const named = (role: Understood['role']): string =>
    parts.flatMap((part) => (part.role === role ? [part.pill] : [])).join(', ');
  const who = named('who').replace(/\b(?:Label|Station)\b/g, (word) => word.toLowerCase());
  return {
    pills: parts.map(({ pill }) => pill),
    filters: Object.assign(
      {},
      ...parts.map(({ filters }) => filters),
      kinds.length > 0 ? { kind: kinds.join(',') } : {},
    ),
    lastHours: when?.filters ? null : (when?.lastHours ?? usualHours),
    isOfAirline: parts.some(({ isOfAirline }) => isOfAirline),
    label: `${named('what')} messages${who === '' ? '' : ` of ${who}`}, ${when?.pill ?? `last ${usualHours} h`}`,
  };
}

function understood(words: readonly string[], groups: readonly (readonly Entry[])[], now: number): Understood | null {
  const [first = '', second = ''] = words;
  const one = foldWords(first);
  const two = second === '' ? '' : foldWords(`${first} ${second}`);
  return (
    ofKind(one, two) ??
    ofReading(one, two) ??
    ofCode(first, second) ??
    ofTime(one, foldWords(second), now) ??
    ofThing(first, groups)
  );
}

function ofKind(one: string, two: string): Understood | null {
  for (const [words, name] of [
    [2, two],
    [1, one],
  ] as const) {
    const kind = Object.hasOwn(kindNames, name) ? kindNames[name] : undefined;
    if (kind) return { words, pill: kindWords[kind], kind, role: 'what' };
  }
  return null;
}

function ofReading(one: string, two: string): Understood | null {
  for (const [words, name] of [
    [2, two],
    [1, one],
  ] as const) {
    const found = Object.hasOwn(decodedNames, name) ? decodedNames[name] : undefined;
    if (found) return { words, pill: found[1], filters: { decoded: found[0] }, role: 'what' };
  }
  return null;
}

function ofCode(first: string, second: string): Understood | null {
  const element = /^[ud]m\d{1,3}$/i.exec(first)?.[0].toUpperCase();
  if (element) return { words: 1, pill: element, filters: { element }, role: 'what' };
  const [, joined] = /^ata(\d\d)$/i.exec(first) ?? [];
  if (joined) return { words: 1, pill: `ATA ${joined}`, filters: { ata: joined }, role: 'what' };
  if (/^ata$/i.test(first) && /^\d\d$/.test(second))
    return { words: 2, pill: `ATA ${second}`, filters: { ata: second }, role: 'what' };
  if (/^label$/i.test(first) && /^\S{2}$/.test(second)) {
    const label = second.toUpperCase();
    return { words: 2, pill: `Label ${label}`, filters: { label }, role: 'who' };
  }
  if (/^station$/i.test(first) && second !== '')
    return { words: 2, pill: `Station ${second}`, filters: { stationId: second }, role: 'who' };
  return null;
}

function ofTime(one: string, second: string, now: number): Understood | null {
  if (one === 'today' || one === 'yesterday') {
    const start = Math.floor(now / dayMs) * dayMs - (one === 'today' ? 0 : dayMs);
    const filters = {
      acarsMessageDateTimeMin: writeInstant(start),
      acarsMessageDateTimeMax: writeInstant(start + dayMs - 1000),
    };
    return { words: 1, pill: utcDay(start), filters, role: 'when' };
  }
  const [, digits, unit] = /^(\d{1,3}) ?([hd])$/.exec(/^\d{1,3}$/.test(one) ? `${one} ${second}` : one) ?? [];
  const hours = Number(digits) * (unit === 'd' ? 24 : 1);
  if (!unit || hours < 1 || hours > maxHours) return null;
  return { words: /^\d+$/.test(one) ? 2 : 1, pill: `last ${digits} ${unit}`, lastHours: hours, role: 'when' };
}

/** An aircraft, flight or airline: received ones first, then what has the form of a tail or of a flight. */
function ofThing(word: string, groups: readonly (readonly Entry[])[]): Understood | null {
  const code = foldCode(word);
  if (code === '') return null;
  const { tails, flights, airlines } = namesIn(groups);
  const tail = tails.get(code) ?? (isTail.test(word) ? word.toUpperCase() : undefined);
  if (tail) return { words: 1, pill: tail, filters: { tail }, role: 'who' };
  const flight = flights.get(code) ?? (splitFlight(code) ? word.toUpperCase() : undefined);
  if (flight) return { words: 1, pill: flight, filters: { flight }, role: 'who' };
  if (code.length < 3 || !airlines.some((name) => ` ${name}`.includes(` ${code}`))) return null;
  return { words: 1, pill: word.toUpperCase(), filters: { airlineName: word }, role: 'who', isOfAirline: true };
}
const isTail = /^(?:[a-z]{1,2}-[a-z0-9]{3,5}|n[1-9]\d{0,4}[a-z]{0,2})$/i;

type Names = {
  /** By folded code. */
  readonly tails: ReadonlyMap<string, string>;
  readonly flights: ReadonlyMap<string, string>;
  /** Folded. */
  readonly airlines: readonly string[];
};
const known = new WeakMap<object, Names>();
function namesIn(groups: readonly (readonly Entry[])[]): Names {
  const before = known.get(groups);
  if (before) return before;
  const [tails, flights, airlines] = [new Map<string, string>(), new Map<string, string>(), new Set<string>()];
  for (const { kind, item } of groups.flat()) {
    if (kind !== 'aircraft') continue;
    const { tail, flight, airline } = item as ReceivedAircraft;
    if (tail !== '') tails.set(foldCode(tail), tail);
    if (flight !== '') flights.set(foldCode(flight), flight);
    if (airline !== '') airlines.add(foldWords(airline));
  }
  const names = { tails, flights, airlines: [...airlines] };
  known.set(groups, names);
  return names;
}
