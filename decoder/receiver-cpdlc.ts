/**
 * CPDLC as the receiver decoded it: FANS-1/A by libacars, and ATN B1 (ICAO Doc 9705) by dumpvdl2, which reaches us only in this form. The same facts and words as our own
 * reader where the elements are the same; members without words of ours are shown under their own names. Own file: the names of libacars and dumpvdl2. Pure.
 */
import type { DecodedItem } from '../contract/entities/decoding.ts';
import type { CpdlcFact, FactPlace, Facts } from '../contract/entities/meaning.ts';
import { cpdlcWords } from './fans/cpdlc.ts';
import { downlinks, type Element, fillPhrase, uplinks } from './fans/cpdlc-elements.ts';
import type { Reading } from './reading.ts';
import { degreesWords, grouped, pressureLevel, timeOf } from './words.ts';

type Json = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const under = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

const maxDepth = 14;
const maxMembers = 200;
const longestWords = 2000;

/** null = no CPDLC message in it. `isDownlink` null = unknown: most messages name their direction. */
export function readReceiverCpdlc(decoded: unknown, isDownlink: boolean | null = null): Reading | null {
  const envelope = under(decoded, 'arinc622');
  const found = findMessage(decoded, 0);
  const association = isDownlink === null && !found ? null : findAssociation(under(decoded, 'x25'), 0);
  const connection = connections[String(under(envelope, 'msg_type'))] ?? association;
  const abort = found || connection ? null : findAbort(decoded, 0);
  if (!found && !connection && !abort) return null;
  const ground = under(envelope, 'gs_addr');
  const isWrong = under(envelope, 'crc_ok') === false;
  const isCut = under(under(envelope, 'cpdlc'), 'err') === true;
  const isDamaged = isWrong || isCut;
  const elements = found ? elementsOf(found) : [];
  const header = under(found?.message, 'header');
  const time = clockIn(under(header, 'timestamp'));
  const direction =
    found?.direction ??
    abort?.direction ??
    ((association ? !isDownlink : connection?.what === 'connect') ? 'up' : 'down');
  const fact: CpdlcFact = {
    direction,
    what: abort ? 'disconnect' : (connection?.what ?? 'message'),
    ground: typeof ground === 'string' ? ground.slice(0, 7) : null,
    number: wholeNumber(under(header, 'msg_id')),
    reference: wholeNumber(under(header, 'msg_ref')),
    time,
    elements: elements.map(({ code, words, response }) => ({ code, words, response })),
  };
  const rest = `${abort ? `: ${abort.reason}` : (association?.rest ?? '')}${isCut ? ' (rest unreadable)' : isWrong ? ', checksum wrong' : ''}`;
  const texts = elements.flatMap(({ freeText }) => (freeText === null ? [] : [freeText]));
  const tail = under(envelope, 'air_addr');
  return {
    kind: 'cpdlc',
    level: isDamaged ? 'partial' : 'full',
    words: cpdlcWords(fact, rest).slice(0, longestWords),
    by: 'receiver',
    description: connection?.description ?? 'CPDLC message',
    facts: {
      ...(time === null ? {} : { time }),
      ...Object.assign({}, ...elements.map(elementFacts)),
      ...(typeof tail === 'string' && /^\.*[A-Z0-9-]{2,7}$/.test(tail) ? { tail: tail.replace(/^\.+/, '') } : {}),
      ...(texts.length > 0 ? { freeText: texts.join(' ') } : {}),
      cpdlc: fact,
      ...(isDamaged ? { isDamaged } : {}),
    },
    items: [...headerItems(fact), ...elements.flatMap(({ items }) => items)],
    remaining: '',
    understoodPercent: null,
  };
}

type Link = { readonly what: CpdlcFact['what']; readonly description: string; readonly rest?: string };
const connections: Readonly<Record<string, Link>> = {
  fans1a_cpdlc_connect_request: { what: 'connect', description: 'CPDLC connection request' },
  fans1a_cpdlc_connect_confirm: { what: 'confirm', description: 'CPDLC connection confirmation' },
  fans1a_cpdlc_disconnect_request: { what: 'disconnect', description: 'CPDLC disconnection' },
};

/** Over ATN a connection is an association, which a message can come with. */
const associations: Readonly<Record<string, Link>> = {
  aarq: { what: 'connect', description: 'CPDLC connection request' },
  aare: { what: 'confirm', description: 'CPDLC connection confirmation' },
  rlrq: { what: 'disconnect', description: 'CPDLC disconnection' },
  rlre: { what: 'disconnect', description: 'CPDLC disconnection confirmed', rest: ' confirmed' },
};
const refused: Link = { what: 'disconnect', description: 'CPDLC connection refused', rest: ' (connection refused)' };
function findAssociation(value: unknown, depth: number): Link | null {
  if (!isObject(value) || depth > maxDepth) return null;
  if (!isObject(value.cpdlc) || !isObject(value.acse_apdu))
    return firstOf(value, (one) => findAssociation(one, depth + 1));
  const { choice, data } = value.acse_apdu;
  const result = under(under(under(data, 'assoc_response'), 'assoc_result'), 'value');
  if (choice === 'aare' && result !== 0) return result === undefined ? null : refused;
  return associations[String(choice)] ?? null;
}

type Direction = CpdlcFact['direction'];
type Found = { readonly message: Json; readonly direction: Direction; readonly isAtn: boolean };
const messageKeys: readonly (readonly [key: string, direction: Direction, isAtn: boolean])[] = [
  ['atc_uplink_msg', 'up', false],
  ['atc_downlink_msg', 'down', false],
  ['atc_uplink_message', 'up', true],
  ['atc_downlink_message', 'down', true],
];

function findMessage(value: unknown, depth: number): Found | null {
  if (!isObject(value) || depth > maxDepth) return null;
  for (const [key, direction, isAtn] of messageKeys) {
    const message = value[key];
    if (isObject(message)) return { message, direction, isAtn };
  }
  return firstOf(value, (one) => findMessage(one, depth + 1));
}

const abortKeys = ['cpdlc_user_abort_reason', 'cpdlc_provider_abort_reason'];
/** The end of an ATN connection. */
function findAbort(
  value: unknown,
  depth: number,
  direction: Direction = 'up',
): { direction: Direction; reason: string } | null {
  if (!isObject(value) || depth > maxDepth) return null;
  for (const key of abortKeys) {
    const reason = value[key];
    if (typeof reason === 'string') return { direction, reason: clean(reason).slice(0, 100).replace(/[-_]/g, ' ') };
  }
  return firstOf(value, (one) => findAbort(one, depth + 1, one === value.protected_aircraft_pdus ? 'down' : direction));
}

function firstOf<T>(value: Json, find: (one: unknown) => T | null): T | null {
  for (const one of Object.values(value).slice(0, maxMembers)) {
    const found = find(one);
    if (found) return found;
  }
  return null;
}

type Shown = {
  readonly code: string;
  readonly words: string;
  readonly response: string | null;
  readonly freeText: string | null;
  readonly data: Json;
  readonly items: readonly DecodedItem[];
};

function elementsOf({ message, direction, isAtn }: Found): Shown[] {
  const name = direction === 'up' ? 'atc_uplink_msg_element_id' : 'atc_downlink_msg_element_id';
  const listed: unknown = isAtn ? under(message.msg_data, 'msg_elements') : message[`${name}_seq`];
  const more = Array.isArray(listed) ? listed.slice(0, 5).map((one) => under(one, isAtn ? 'msg_element' : name)) : [];
  return [...(isAtn ? [] : [message[name]]), ...more].flatMap((one) =>
    isObject(one) ? [elementOf(one, direction, isAtn)] : [],
  );
}

function elementOf(element: Json, direction: Direction, isAtn: boolean): Shown {
  const choice = String(element.choice ?? '');
  const number = /^[ud]M(\d{1,3})/.exec(choice)?.[1] ?? '';
  const code = number === '' ? choice.slice(0, 40) : `${direction === 'up' ? 'UM' : 'DM'}${number}`;
  const data = isObject(element.data) ? element.data : {};
  const label = typeof element.choice_label === 'string' ? element.choice_label.slice(0, 200) : '';
  const known = phraseOf(code, direction, Number(number), isAtn);
  const slots = (known?.phrase ?? '').match(/\[\w+\]/g) ?? [];
  const values = argumentsOf(data, slots.length);
  const freeText = typeof data.free_text === 'string' ? clean(data.free_text).slice(0, 256) : null;
  const said = values.map((value, at) => say(value, 0, slots[at] ?? ''));
  const isFilled = known !== null && slots.length === values.length;
  const words = isFilled
    ? fillPhrase(known.phrase, said)
    : [label === '' ? code : label, ...Object.values(data).map((value) => say(value, 0, '[route]'))].join(': ');
  return {
    code,
    words: words.slice(0, longestWords),
    response: known?.response ?? null,
    freeText,
    data,
    items: [
      item(`Element ${code}`, words.slice(0, longestWords)),
      ...(isFilled ? slots.map((slot, at) => item(titleOf(slot.slice(1, -1)), said[at] ?? '')) : []),
    ],
  };
}

/** The members of the data are the arguments, in their order; of two of one type the data has a list. */
function argumentsOf(data: Json, count: number): unknown[] {
  const [first, ...others] = Object.values(data);
  if (first === undefined) return [];
  if (count <= 1) return [first, ...others];
  const flat = (value: unknown): unknown[] =>
    Array.isArray(value)
      ? value.slice(0, maxMembers).flatMap((one: unknown) => (isObject(one) ? Object.values(one) : [one]))
      : [value];
  return Array.isArray(first) ? flat(first) : isObject(first) ? Object.values(first).flatMap(flat) : [first];
}

const phrases = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .map((line) => [line.trim().split(' ')[0] ?? '', line.trim().replace(/^\S+ /, '')]),
  );
/** Of ATN B1, where they differ from FANS-1/A or have no counterpart. `W`, `R` = the answer wanted. */
const atnPhrases = phrases(`
  UM20 W Climb to [altitude]
  UM21 W At [time], climb to [altitude]
  UM22 W At [position], climb to [altitude]
  UM23 W Descend to [altitude]
  UM24 W At [time], descend to [altitude]
  UM25 W At [position], descend to [altitude]
  UM96 W Continue present heading
  UM125 W Squawk mode C
  UM126 W Stop squawk mode C
  UM129 R Report maintaining [altitude]
  UM132 - Report position
  UM133 - Report present level
  UM135 - Confirm assigned level
  UM145 - Report heading
  UM146 - Report ground track
  UM163 - Facility [facility]
  UM183 - [freeText]
  UM190 W Fly heading [degrees]
  UM196 W [freeText]
  UM203 R [freeText]
  UM205 - [freeText]
  UM211 - Request forwarded
  UM213 R [facility] altimeter [altimeter]
  UM215 W Turn [direction] [degrees]
  UM222 R No speed restriction
  UM227 - Logical acknowledgement
  UM231 - State preferred level
  UM232 - State top of descent
  UM237 - Request again with next unit
  DM32 - Present level [altitude]
  DM37 - Maintaining [altitude]
  DM38 - Assigned level [altitude]
  DM52 - When can we expect a lower level?
  DM53 - When can we expect a higher level?
  DM74 - Request to maintain own separation and VMC
  DM80 - Deviating up to [offset] [direction] of route
  DM81 - We can accept [altitude] at [time]
  DM82 - We cannot accept [altitude]
  DM89 - Monitoring [unit] on [frequency]
  DM98 - [freeText]
  DM99 - Current data authority
  DM100 - Logical acknowledgement
  DM106 - Preferred level [altitude]
  DM107 - Not authorised next data authority
  DM109 - Top of descent at [time]`);
/** `UM183`: an element of FANS-1/A or ATN B1. */
export const isElementCode = (code: string): boolean =>
  atnPhrases.has(code) || [...uplinks, ...downlinks].some((one) => one.code === code);

/** Elements of ATN that have the number of another one. */
const differs: ReadonlySet<string> = new Set(['UM33', 'UM40', 'UM41', 'UM134', 'UM166', 'UM178', 'DM25']);
const atnAnswers: Readonly<Record<string, string | null>> = { W: 'W/U', R: 'R', '-': null };

function phraseOf(
  code: string,
  direction: Direction,
  number: number,
  isAtn: boolean,
): { readonly phrase: string; readonly response: string | null } | null {
  const element: Element | undefined = (direction === 'up' ? uplinks : downlinks)[number];
  if (!isAtn) return element?.code === code ? element : null;
  const own = atnPhrases.get(code);
  if (own !== undefined) return { phrase: own.slice(2), response: atnAnswers[own.slice(0, 1)] ?? null };
  if (element?.code !== code || differs.has(code) || element.phrase.startsWith('Reserved')) return null;
  // The other answers of FANS-1/A are not those of ATN.
  return { phrase: element.phrase, response: /^(W\/U|A\/N|R)$/.test(element.response) ? element.response : null };
}

/** Names of values that need other words. */
const names: Readonly<Record<string, string>> = {
  center: 'centre',
  groundControl: 'ground',
  labelA: 'A',
  labelB: 'B',
  up: 'climbing',
  down: 'descending',
  duplicateMsgIdentificationNumber: 'duplicate message number',
  unrecognizedMsgReferenceNumber: 'unknown message reference',
  endServiceWithPendingMsgs: 'service ended with open messages',
  endServiceWithNoValidResponse: 'service ended without a valid response',
  insufficientMsgStorageCapacity: 'not enough storage for messages',
  noAvailableMsgIdentificationNumber: 'no message number available',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`reservedErrorMsg${at}`, `reserved ${at}`])),
  northEast: 'north-east',
  northWest: 'north-west',
  southEast: 'south-east',
  southWest: 'south-west',
};
/** Titles of members in a report or a route, `$` = the value. Others have their own name. */
const titles: Readonly<Record<string, string>> = {
  pos_current: '$',
  time_at_pos_current: '$',
  alt: '$',
  next_fix: 'next $',
  eta_at_fix_next: '$',
  next_next_fix: 'then $',
  eta_at_dest: 'destination $',
  rem_fuel_time: 'fuel $',
  temp: '$',
  winds: 'wind $',
  turbulence: '$ turbulence',
  speed: '$',
  speed_gnd: '$ ground speed',
  vert_change: '$',
  trk_angle: 'track $',
  true_hdg: 'heading $',
  dist: 'distance $',
  supplementary_info: '"$"',
  reported_wpt_pos: 'reported $',
  reported_wpt_time: '$',
  reported_wpt_alt: '$',
  airport_dep: 'from $',
  airport_dst: 'to $',
  runway_dep: 'departure runway $',
  runway_arr: 'arrival runway $',
  procedure_dep: '$',
  procedure_appr: '$',
  procedure_arr: '$',
  airway_intercept: 'intercept airway $',
  rte_info_seq: 'route $',
};
/** The same of members that stand beside others. */
const beside: Readonly<Record<string, string>> = {
  lat_lon: '($)',
  latlon: '($)',
  procedure_transition: 'transition $',
};
const composites = /^\[(report|route|departure|hold)\]$/;

/** A value as words. `slot` = its slot in the phrase: members of the large ones have titles. */
function say(value: unknown, depth: number, slot = ''): string {
  if (depth > maxDepth) return '';
  if (typeof value === 'string') {
    if (slot === '[freeText]') return `"${clean(value)}"`;
    const text = clean(value).slice(0, 256);
    return names[text] ?? (/^[a-z]+(?:[A-Z][a-z]+)+$/.test(text) ? spaced(text) : text);
  }
  if (typeof value === 'number') {
    if (slot === '[squawk]') return String(value).padStart(4, '0');
    return slot === '[route]' ? `route clearance ${value}` : grouped(value);
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const all = value.slice(0, maxMembers).map((one: unknown) => say(one, depth + 1));
    return all.join(', ').slice(0, longestWords);
  }
  if (!isObject(value)) return '';
  if ('choice' in value && 'data' in value) return sayChoice(String(value.choice), value.data, depth);
  if (typeof value.val === 'number') return amountWords(value.val, String(value.unit ?? ''));
  if ('hour' in value) return slot === '[fuel]' ? `${value.hour} h ${value.min} min` : timeWords(value);
  if ('lat' in value && 'lon' in value) {
    const place = placeIn(value);
    return place ? degreesWords(place) : 'impossible position';
  }
  const way = value.runway_dir ?? value.runway_direction;
  if (typeof way === 'number') return runwayWords(way, String(value.runway_config ?? value.runway_configuration));
  const members = Object.entries(value).slice(0, maxMembers);
  const [only] = members;
  const isTitled = composites.test(slot);
  if (!isTitled && members.length === 1 && only) return say(only[1], depth + 1, slot);
  const parts = members.map(([key, one]) => {
    const said = say(one, depth + 1, /fuel/.test(key) ? '[fuel]' : '');
    if (!isTitled) return (beside[key] ?? '$').replace('$', () => said);
    return titles[key]?.replace('$', () => said) ?? `${clean(key).replaceAll('_', ' ')} ${said}`;
  });
  const words = parts.filter((part) => part !== '').join(isTitled ? ', ' : ' ');
  return (/^(?:climbing|descending) 0 /.test(words) ? 'vertical rate 0' : words).slice(0, longestWords);
}

function sayChoice(choice: string, data: unknown, depth: number): string {
  const inner = isObject(data) ? Object.values(data)[0] : data;
  const amount = under(inner, 'val');
  if (typeof inner === 'number' && /FlightLevel$/.test(choice)) return pressureLevel(inner).words;
  if (/FlightLevelMetric$/.test(choice)) return `level ${say(inner, depth + 1)}`;
  if (/^frequencysatchannel$/i.test(choice)) return `satellite channel ${say(inner, depth + 1)}`;
  const reference = /^altitude(QNH|QFE|GNSS)/.exec(choice)?.[1];
  if (reference) return `${say(inner, depth + 1)} ${reference}`;
  if (typeof amount === 'number') {
    if (/^speedMach/.test(choice)) return `Mach ${amount.toFixed(2)}`;
    const kind = /^speed(Indicated|True|Ground)/.exec(choice)?.[1];
    if (kind) return `${say(inner, depth + 1)} ${{ Indicated: 'IAS', True: 'TAS' }[kind] ?? 'ground speed'}`;
    const north = /^degrees(Magnetic|True)$/.exec(choice)?.[1];
    if (north) return `${say(inner, depth + 1)} ${north.toLowerCase()}`;
  }
  if (choice === 'blockLevel' && Array.isArray(inner))
    return inner
      .slice(0, 2)
      .map((one: unknown) => say(one, depth + 1))
      .join(' to ');
  if (choice === 'placeBearingDistance' && isObject(inner)) {
    const [degrees, distance] = [inner.deg ?? inner.degrees, inner.dist ?? inner.distance];
    const at = inner.lat_lon === undefined ? '' : ` (${say(inner.lat_lon, depth + 1)})`;
    return `${say(inner.fix ?? inner.fix_name, depth + 1)}${at} bearing ${say(degrees, depth + 1)} distance ${say(distance, depth + 1)}`;
  }
  return say(data, depth + 1);
}

const unitNames: Readonly<Record<string, string>> = { kts: 'kt', nm: 'nmi', C: '°C', F: '°F' };
const decimals: Readonly<Record<string, number>> = { MHz: 3, inHg: 2, hPa: 1 };
function amountWords(value: number, unit: string): string {
  if (unit === 'deg') return `${String(value).padStart(3, '0')}°`;
  const places = decimals[unit];
  const size = places === undefined ? grouped(value) : value.toFixed(places);
  return `${size} ${unitNames[unit] ?? clean(unit).slice(0, 12)}`.trim();
}

const sides: Readonly<Record<string, string>> = { left: 'L', right: 'R', center: 'C' };
const runwayWords = (direction: number, side: string): string =>
  `${String(direction).padStart(2, '0')}${sides[side] ?? ''}`;

/** `HH:MM` or `HH:MM:SS`, of a time or of a date with a time. null = no time of day. */
function clockIn(value: unknown): string | null {
  const time = under(value, 'hour') === undefined ? under(value, 'time') : value;
  const parts = ['hour', 'min', 'sec'].map((name) => under(time, name)).filter((part) => part !== undefined);
  const digits = parts.map((part) => (wholeNumber(part) === null ? '' : String(part).padStart(2, '0')));
  const [hour] = parts;
  return Number(hour) < 24 ? timeOf(digits.join('')) : null;
}
function timeWords(value: Json): string {
  const clock = clockIn(value);
  return clock === null ? `${value.hour}:${value.min} (impossible)` : `${clock}Z`;
}

/** Of `lat` and `lon` in degrees and minutes. */
function placeIn(value: unknown): { lat: number; lon: number } | null {
  const [lat, lon] = [degreesIn(under(value, 'lat'), 90), degreesIn(under(value, 'lon'), 180)];
  return lat === null || lon === null ? null : { lat, lon };
}
function degreesIn(value: unknown, max: number): number | null {
  const [degrees, minutes, seconds] = ['deg', 'min', 'sec'].map((name) => under(value, name) ?? 0);
  if (typeof degrees !== 'number' || typeof minutes !== 'number' || typeof seconds !== 'number') return null;
  const side = under(value, 'dir');
  const size = degrees + minutes / 60 + seconds / 3600;
  const isKnown = side === 'north' || side === 'south' || side === 'east' || side === 'west';
  if (!isKnown || !(size >= 0 && size <= max) || minutes >= 60 || seconds >= 60) return null;
  return side === 'south' || side === 'west' ? -size : size;
}

/** Of position and level. */
function elementFacts({ code, data }: Shown): Facts {
  const [value] = Object.values(data);
  if (code === 'DM48') return reportFacts(value);
  if (code === 'DM32' || code === 'DM37') return { altitude: altitudeFact(value) };
  const position = code === 'DM33' ? factPlace(value, undefined) : null;
  return position ? { position } : {};
}

function altitudeFact(value: unknown): NonNullable<Facts['altitude']> {
  const level = flightLevelIn(value, 0);
  return { words: say(value, 0), ft: level === null ? null : level * 100 };
}
/** Of one level, as libacars or dumpvdl2 nest it. */
function flightLevelIn(value: unknown, depth: number): number | null {
  if (!isObject(value) || depth > maxDepth) return null;
  const { flight_level: level, data } = value;
  if (typeof level === 'number') return level;
  const [inner] = isObject(data) ? Object.values(data) : [];
  return flightLevelIn(data, depth + 1) ?? flightLevelIn(inner, depth + 1);
}

/** Of a position report of FANS-1/A. */
function reportFacts(report: unknown): Facts {
  const position = factPlace(under(report, 'pos_current'), under(report, 'time_at_pos_current'));
  const ahead = [
    factPlace(under(report, 'next_fix'), under(report, 'eta_at_fix_next')),
    factPlace(under(report, 'next_next_fix'), undefined),
  ].filter((one) => one !== null);
  const altitude = under(report, 'alt');
  const celsius = amountIn(report, ['temp', 'data', 'temp_deg_c']);
  const windFromDeg = amountIn(report, ['winds', 'wind_dir']);
  const windKt = amountIn(report, ['winds', 'wind_speed', 'data', 'wind_speed_english']);
  const eta = clockIn(under(report, 'eta_at_dest'));
  return {
    ...(position ? { position } : {}),
    ...(altitude === undefined ? {} : { altitude: altitudeFact(altitude) }),
    ...(ahead.length > 0 ? { next: ahead } : {}),
    ...(eta === null ? {} : { times: { eta } }),
    ...(celsius === null ? {} : { temperatureC: celsius }),
    ...(windFromDeg === null || windKt === null ? {} : { windFromDeg, windKt }),
  };
}
function amountIn(value: unknown, path: readonly string[]): number | null {
  const amount = under(
    path.reduce((found, name) => under(found, name), value),
    'val',
  );
  return typeof amount === 'number' ? amount : null;
}
function factPlace(value: unknown, at: unknown): FactPlace | null {
  const data = under(value, 'data');
  const name = under(data, 'fix') ?? under(data, 'navaid') ?? under(data, 'airport');
  const place = typeof name === 'string' ? { name: clean(name).slice(0, 8) } : placeIn(under(data, 'lat_lon'));
  const time = clockIn(at);
  return place && (time === null ? place : { ...place, time });
}

function headerItems({ number, reference, time }: CpdlcFact): DecodedItem[] {
  return [
    ...(number === null ? [] : [item('Message number', String(number))]),
    ...(reference === null ? [] : [item('Reference', String(reference))]),
    ...(time === null ? [] : [item('Message time', `${time}Z`)]),
  ];
}

const item = (label: string, value: string): DecodedItem => ({ label, value, isUnverified: false });
const clean = (text: string): string => text.replace(/[^ -~]+/g, ' ').trim();
const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const titleOf = (name: string): string => name.slice(0, 1).toUpperCase() + spaced(name.slice(1));
const wholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1000 ? value : null;
