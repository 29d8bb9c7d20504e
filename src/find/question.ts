/**
 * A typed question for messages: `cpdlc klm yesterday`, `weather LROP`, `7700`, `ata 36 hb-jcs 7 d`. Words that mean nothing here are a text that the
 * messages contain. Pure.
 */
import type { MeaningKind } from '../../contract/entities/meaning.ts';
import { writeInstant } from '../../contract/params.ts';
import { emergencyOf, squawkOf } from '../../contract/squawk.ts';
import { kindWords, notDecodedWords } from '../objects/kind-words.ts';
import type { ReceivedAircraft } from './aircraft.ts';
import type { Entry } from './entries.ts';
import { foldCode, foldWords, splitFlight } from './fold.ts';
import { readWhen, type When } from './when.ts';

export type Question = {
  /** What was understood, in the order of the words. */
  readonly pills: readonly string[];
  /** Words of the last pill, with which the text ends. 0 = it ends with a text, which is still being typed. */
  readonly lastWords: number;
  readonly kinds: readonly MeaningKind[];
  /** `none` = not decoded. */
  readonly decoded: 'none' | 'partial' | 'full' | null;
  readonly tail: string | null;
  readonly flight: string | null;
  /** 24-bit address, hexadecimal. */
  readonly hex: string | null;
  readonly squawk: string | null;
  readonly station: string | null;
  readonly messageLabel: string | null;
  /** `UM20`. */
  readonly element: string | null;
  /** ATA chapters, with commas between. */
  readonly chapter: string | null;
  /** Part of the name of an airline. */
  readonly airline: string | null;
  /** MHz. */
  readonly frequency: number | null;
  /** Part of the text. */
  readonly text: string | null;
  readonly when: When | null;
  /** Names messages by what they say or by two things, such as an airline and a day, or asks for messages: a list answers it. Otherwise it is the name of a thing. */
  readonly isWhole: boolean;
  /** `CPDLC`, `KLM`, in the order of a sentence. */
  readonly words: { readonly what: string; readonly who: string };
};

/** Nothing is asked. */
export const blankQuestion: Question = {
  pills: [],
  lastWords: 0,
  kinds: [],
  decoded: null,
  tail: null,
  flight: null,
  hex: null,
  squawk: null,
  station: null,
  messageLabel: null,
  element: null,
  chapter: null,
  airline: null,
  frequency: null,
  text: null,
  when: null,
  isWhole: false,
  words: { what: '', who: '' },
};

/** Longer texts are not questions. */
const maxWords = 10;
/** A shorter rest is a word that is still being typed. */
const minTextLength = 3;

/** Folded words of a kind. */
const kindNames: Readonly<Record<string, MeaningKind>> = {
  position: 'position',
  positions: 'position',
  oooi: 'gateTimes',
  'gate times': 'gateTimes',
  'gate time': 'gateTimes',
  weather: 'weather',
  wx: 'weather',
  metar: 'weather',
  metars: 'weather',
  taf: 'weather',
  atis: 'weather',
  cpdlc: 'cpdlc',
  adsc: 'adsc',
  'ads c': 'adsc',
  engine: 'engine',
  engines: 'engine',
  load: 'load',
  loads: 'load',
  loadsheet: 'load',
  loadsheets: 'load',
  'free text': 'freeText',
  freetext: 'freeText',
  fault: 'fault',
  faults: 'fault',
  failure: 'fault',
  failures: 'fault',
  defect: 'fault',
  defects: 'fault',
  link: 'link',
};
const decodedNames: Readonly<Record<string, readonly ['none' | 'partial' | 'full', string]>> = {
  'not decoded': ['none', notDecodedWords],
  undecoded: ['none', notDecodedWords],
  'partly decoded': ['partial', 'Partly decoded'],
  'fully decoded': ['full', 'Fully decoded'],
};
/** Folded words without a meaning of their own, between others. */
const noise = new Set(
  'a all an and any at by find for from in is list me message messages now of on show the to where with'.split(' '),
);

/** Power plant: `engine faults` are faults of these chapters, not messages of two kinds. */
const engineChapters = '70,71,72,73,74,75,76,77,78,79,80';

type Part = Partial<Pick<Question, Exclude<keyof Question, 'pills' | 'lastWords' | 'kinds' | 'isWhole' | 'words'>>> & {
  readonly words: number;
  readonly pill: string;
  readonly role: 'what' | 'who' | 'when';
  readonly kind?: MeaningKind;
};

/** null = nothing is understood, or a word is neither understood nor part of one text. `groups` = entries of the device, `now` = epoch ms. */
export function readQuestion(typed: string, groups: readonly (readonly Entry[])[], now: number): Question | null {
  const words = typed.trim().split(/\s+/).filter(Boolean);
  if (words.length > maxWords) return null;
  const parts: Part[] = [];
  /** Runs of words between those that are understood. */
  const runs: string[][] = [[]];
  for (let at = 0; at < words.length; ) {
    const part = understood(words.slice(at), groups, now);
    if (part) {
      // 'monday 3 d' is no time.
      if (part.when && parts.some(({ when }) => when)) return null;
      parts.push(part);
      runs.push([]);
    } else runs.at(-1)?.push(words[at] as string);
    at += part?.words ?? 1;
  }
  return joined(
    parts,
    runs.map(withoutNoise).filter((run) => run !== ''),
    { endsWithPart: runs.at(-1)?.length === 0, asksMessages: words.some((word) => /^messages?$/i.test(word)) },
  );
}

function withoutNoise(run: readonly string[]): string {
  const isMeant = (word: string): boolean => !noise.has(foldWords(word));
  return run.slice(Math.max(0, run.findIndex(isMeant)), run.findLastIndex(isMeant) + 1).join(' ');
}

/** The text without the words of its last pill. null = it ends with a text of its own, in which a letter is removed. */
export function withoutLastPill(typed: string, { lastWords }: Pick<Question, 'lastWords'>): string | null {
  return lastWords === 0
    ? null
    : typed.trimEnd().replace(new RegExp(`(?:^|\\s+)\\S+(?:\\s+\\S+){${lastWords - 1}}$`), '');
}

function joined(
  parts: readonly Part[],
  rests: readonly string[],
  { endsWithPart, asksMessages }: { readonly endsWithPart: boolean; readonly asksMessages: boolean },
): Question | null {
  const hasWhat = parts.some(({ role }) => role === 'what');
  const whos = parts.filter(({ role }) => role === 'who').length;
  const hasWhen = parts.some(({ role }) => role === 'when');
  if (parts.length === 0 || rests.length > 1) return null;
  const rest = rests[0] ?? null;
  const ofPart = parts.find(({ text }) => text != null)?.text ?? null;
  // One filter of text, and a name such as `klm 402` is no search in texts.
  if (rest !== null && (ofPart !== null || rest.length < minTextLength || !(hasWhat || hasWhen))) return null;
  const first = <K extends keyof Part>(name: K): NonNullable<Part[K]> | null =>
    parts.find((part) => part[name] !== undefined)?.[name] ?? null;
  const named = (role: Part['role']): string =>
    parts.flatMap((part) => (part.role === role && part.text == null ? [part.pill] : [])).join(', ');
  const kinds = [...new Set(parts.flatMap(({ kind }) => kind ?? []))];
  const isOfEngines = kinds.length === 2 && kinds.includes('engine') && kinds.includes('fault');
  return {
    pills: [...parts.map(({ pill }) => pill), ...(rest === null ? [] : [`“${rest}”`])],
    lastWords: endsWithPart ? (parts.at(-1)?.words ?? 0) : 0,
    kinds: isOfEngines ? ['fault'] : kinds,
    decoded: first('decoded'),
    tail: first('tail'),
    flight: first('flight'),
    hex: first('hex'),
    squawk: first('squawk'),
    station: first('station'),
    messageLabel: first('messageLabel'),
    element: first('element'),
    chapter: first('chapter') ?? (isOfEngines ? engineChapters : null),
    airline: first('airline'),
    frequency: first('frequency'),
    text: ofPart ?? rest,
    when: first('when'),
    isWhole: hasWhat || (hasWhen && (whos > 0 || rest !== null)) || whos > (asksMessages ? 0 : 1),
    words: { what: named('what'), who: named('who').replace(/\b(?:Label|Station)\b/g, (word) => word.toLowerCase()) },
  };
}

function understood(words: readonly string[], groups: readonly (readonly Entry[])[], now: number): Part | null {
  const [first = '', second = ''] = words;
  const one = foldWords(first);
  const two = second === '' ? '' : foldWords(`${first} ${second}`);
  const folded = words.slice(0, 3).map(foldWords);
  return (
    ofKind(one, two) ??
    ofReading(one, two) ??
    ofCode(first, second) ??
    ofTime(folded, now) ??
    (noise.has(one) ? null : ofThing(words, groups))
  );
}

const named = <T>(names: Readonly<Record<string, T>>, one: string, two: string): { words: number; of: T } | null => {
  for (const [words, name] of [
    [2, two],
    [1, one],
  ] as const) {
    const of = Object.hasOwn(names, name) ? names[name] : undefined;
    if (of !== undefined) return { words, of };
  }
  return null;
};

function ofKind(one: string, two: string): Part | null {
  const found = named(kindNames, one, two);
  return found && { words: found.words, pill: kindWords[found.of], kind: found.of, role: 'what' };
}

function ofReading(one: string, two: string): Part | null {
  const found = named(decodedNames, one, two);
  return found && { words: found.words, pill: found.of[1], decoded: found.of[0], role: 'what' };
}

const hexForm = /^[0-9a-f]{6}$/i;

function ofCode(first: string, second: string): Part | null {
  const element = /^[ud]m\d{1,3}$/i.exec(first)?.[0].toUpperCase();
  if (element) return { words: 1, pill: element, element, role: 'what' };
  const [, chapter] = /^ata ?(\d\d)$/i.exec(/^ata$/i.test(first) ? `${first} ${second}` : first) ?? [];
  if (chapter) return { words: first.length > 3 ? 1 : 2, pill: `ATA ${chapter}`, chapter, role: 'what' };
  if (squawkOf(first) === first && emergencyOf(first) !== null) return squawkPart(1, first);
  const [, megahertz] = /^(1[123]\d\.\d{1,3})(?:mhz)?$/i.exec(first) ?? [];
  if (megahertz) {
    const frequency = Number(megahertz);
    return { words: /^mhz$/i.test(second) ? 2 : 1, pill: `${megahertz} MHz`, frequency, role: 'who' };
  }
  const by = (form: RegExp, value: RegExp): boolean => form.test(first) && value.test(second);
  const code = second.toUpperCase();
  if (by(/^squawk$/i, /^[0-7]{4}$/)) return squawkPart(2, second);
  if (by(/^label$/i, /^\S{2}$/)) return { words: 2, pill: `Label ${code}`, messageLabel: code, role: 'who' };
  if (by(/^(?:station|receiver)$/i, /\S/)) return { words: 2, pill: `Station ${second}`, station: second, role: 'who' };
  if (by(/^(?:tail|aircraft)$/i, /^[a-z0-9-]{2,8}$/i)) return { words: 2, pill: code, tail: code, role: 'who' };
  if (by(/^flight$/i, /^[a-z0-9]{2,8}$/i)) return { words: 2, pill: code, flight: code, role: 'who' };
  if (by(/^(?:hex|icao|address)$/i, hexForm)) return { words: 2, pill: code, hex: code, role: 'who' };
  return null;
}
const squawkPart = (words: number, squawk: string): Part => ({ words, pill: `Squawk ${squawk}`, squawk, role: 'what' });

function ofTime(folded: readonly string[], now: number): Part | null {
  const found = readWhen(folded, now);
  return found && { words: found.words, pill: found.when.pill, when: found.when, role: 'when' };
}

const isTail = /^(?:[a-z]{1,2}-[a-z0-9]{3,5}|n[1-9]\d{0,4}[a-z]{0,2})$/i;
/** Names of airlines have up to this number of words here. */
const maxNameWords = 3;

/** Received aircraft, flights, stations and airlines first, then airports, then what has the form of a tail, a flight or an address. */
function ofThing(words: readonly string[], groups: readonly (readonly Entry[])[]): Part | null {
  const [word = ''] = words;
  const code = foldCode(word);
  if (code === '') return null;
  const names = namesIn(groups);
  const one = { words: 1, role: 'who' } as const;
  const tail = names.tails.get(code);
  if (tail) return { ...one, pill: tail, tail };
  const flight = names.flights.get(code);
  if (flight) return { ...one, pill: flight, flight };
  const station = names.stations.get(code);
  if (station) return { ...one, pill: `Station ${station}`, station };
  if (names.addresses.has(code)) return { ...one, pill: word.toUpperCase(), hex: word.toUpperCase() };
  const airline = airlineOf(words, names);
  if (airline) return airline;
  if (names.airports.has(code)) return { ...one, pill: word.toUpperCase(), text: word.toUpperCase() };
  if (isTail.test(word)) return { ...one, pill: word.toUpperCase(), tail: word.toUpperCase() };
  if (splitFlight(code)) return { ...one, pill: word.toUpperCase(), flight: word.toUpperCase() };
  const isAddress = hexForm.test(word) && /\d/.test(word) && /[a-f]/i.test(word);
  return isAddress ? { ...one, pill: word.toUpperCase(), hex: word.toUpperCase() } : null;
}

/** The longest words with which the name of an airline begins, or one of its words; two letters that its flights have. */
function airlineOf(words: readonly string[], { airlines, codes }: Names): Part | null {
  const airlineNames = [...airlines.keys()];
  for (let count = Math.min(maxNameWords, words.length); count > 0; count--) {
    const typed = words.slice(0, count).join(' ');
    const name = foldWords(typed);
    if (name.length < 3 || noise.has(name) || !airlineNames.some((one) => ` ${one}`.includes(` ${name}`))) continue;
    return { words: count, pill: typed.toUpperCase(), airline: typed, role: 'who' };
  }
  const [word = ''] = words;
  const ofFlights = codes.get(foldCode(word));
  return ofFlights ? { words: 1, pill: word.toUpperCase(), airline: ofFlights, role: 'who' } : null;
}

type Names = {
  /** By folded code. */
  readonly tails: ReadonlyMap<string, string>;
  readonly flights: ReadonlyMap<string, string>;
  readonly stations: ReadonlyMap<string, string>;
  /** The airline of the flights with this code. */
  readonly codes: ReadonlyMap<string, string>;
  readonly addresses: ReadonlySet<string>;
  readonly airports: ReadonlySet<string>;
  /** Folded names, each with the folded tails of its aircraft. */
  readonly airlines: ReadonlyMap<string, ReadonlySet<string>>;
};
const known = new WeakMap<object, Names>();
function namesIn(groups: readonly (readonly Entry[])[]): Names {
  const before = known.get(groups);
  if (before) return before;
  const [tails, flights, stations] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const [codes, airlines] = [new Map<string, string>(), new Map<string, Set<string>>()];
  /** Many aircraft have the same airline. */
  const foldedNames = new Map<string, string>();
  const [addresses, airports] = [new Set<string>(), new Set<string>()];
  for (const entry of groups.flat()) {
    if (entry.kind === 'airport') for (const code of entry.codes.split(' ')) airports.add(code);
    if (entry.kind === 'station') for (const code of entry.codes.split(' ')) if (code) stations.set(code, entry.id);
    if (entry.kind !== 'aircraft') continue;
    const { tail, flight, airline, address } = entry.item as ReceivedAircraft;
    if (tail !== '') tails.set(foldCode(tail), tail);
    if (address !== '') addresses.add(address.toLowerCase());
    if (flight !== '') flights.set(foldCode(flight), flight);
    if (airline === '') continue;
    const name = foldedNames.get(airline) ?? foldWords(airline);
    foldedNames.set(airline, name);
    const fleet = airlines.get(name) ?? new Set();
    airlines.set(name, tail === '' ? fleet : fleet.add(foldCode(tail)));
    const [code] = splitFlight(foldCode(flight)) ?? [];
    if (code !== undefined) codes.set(code, airline);
  }
  const names = { tails, flights, stations, codes, addresses, airports, airlines };
  known.set(groups, names);
  return names;
}

/** Folded tails of the aircraft of an airline. null = the question names none. */
export function tailsOfAirline(
  { airline }: Pick<Question, 'airline'>,
  groups: readonly (readonly Entry[])[],
): ReadonlySet<string> | null {
  if (airline === null) return null;
  const name = foldWords(airline);
  const fleets = [...namesIn(groups).airlines].flatMap(([one, fleet]) => (one.includes(name) ? [fleet] : []));
  return fleets.length === 1 ? (fleets[0] as ReadonlySet<string>) : new Set(fleets.flatMap((fleet) => [...fleet]));
}

// ---- The lists that can answer a question

export type AnsweringList = 'raw' | 'perAircraft' | 'adsb' | 'faults';
type Filters = Readonly<Record<string, string>>;
type Fields = Exclude<keyof Question, 'pills' | 'lastWords' | 'isWhole' | 'words' | 'when' | 'kinds' | 'frequency'>;

const ofMessages = {
  tail: 'tail',
  flight: 'flight',
  messageLabel: 'label',
  element: 'element',
  chapter: 'ata',
  decoded: 'decoded',
  text: 'text',
} as const;
/** Parameter of each part. A list without it cannot answer. */
const paramsOf: Readonly<Record<AnsweringList, Partial<Record<Fields, string>>>> = {
  raw: { ...ofMessages, hex: 'icao', station: 'stationId' },
  perAircraft: { ...ofMessages, hex: 'modeS', airline: 'airlineName' },
  adsb: { hex: 'icao', station: 'stationId', flight: 'identification', squawk: 'squawk' },
  faults: { tail: 'tail', chapter: 'chapter', text: 'name' },
};
const timesOf: Readonly<Record<AnsweringList, readonly [from: string, to: string]>> = {
  raw: ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'],
  perAircraft: ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'],
  adsb: ['acarsMessageDateTimeMin', 'acarsMessageDateTimeMax'],
  faults: ['start', 'end'],
};
const fields: readonly Fields[] = [
  ...(['tail', 'flight', 'hex', 'squawk', 'station', 'messageLabel'] as const),
  ...(['element', 'chapter', 'airline', 'text', 'decoded'] as const),
];
const halfKilohertz = 0.0005;

/** Parameters of the list without those of a moving window. null = it cannot answer. */
export function listFilters(question: Question, list: AnsweringList): Filters | null {
  const { kinds, frequency, when } = question;
  const filters: Record<string, string> = {};
  for (const field of fields) {
    const value = question[field];
    if (value === null) continue;
    const param = paramsOf[list][field];
    if (param === undefined) return null;
    filters[param] = value;
  }
  if (list === 'faults') {
    const isOfFaults = kinds.length === 0 ? question.chapter !== null : kinds.join() === 'fault';
    if (!isOfFaults || frequency !== null) return null;
  } else if (kinds.length > 0) {
    if (list === 'adsb') return null;
    filters.kind = kinds.join(',');
  }
  if (frequency !== null) {
    if (list !== 'raw') return null;
    filters.freqMin = (frequency - halfKilohertz).toFixed(4);
    filters.freqMax = (frequency + halfKilohertz).toFixed(4);
  }
  if (when?.hours === null) {
    const [from, to] = timesOf[list];
    filters[from] = writeInstant(when.from);
    filters[to] = writeInstant(when.to - 1000);
  }
  return filters;
}
