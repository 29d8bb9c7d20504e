/**
 * Controller-pilot data link messages (CPDLC) of FANS-1/A: the payload of AT1 (message), CR1 (connect), CC1 (confirm) and DR1 (disconnect), as facts, words and items
 * (RTCA DO-258A / EUROCAE ED-100A). Never throws. Pure.
 */
import type { DecodedItem } from '../../contract/entities/decoding.ts';
import type { CpdlcFact, FactPlace, Facts } from '../../contract/entities/meaning.ts';
import type { Reading } from '../reading.ts';
import { Bits, unreadableBits } from './bits.ts';
import { downlinks, type Element, fillPhrase, uplinks } from './cpdlc-elements.ts';
import { clockOf, placeOf, slotTypes, timestamp } from './cpdlc-types.ts';
import { memberOf, readValue, sayValue, type Type, type Value, widthOf } from './per.ts';

export type CpdlcPayload = {
  readonly bytes: Uint8Array;
  readonly imi: 'AT1' | 'CR1' | 'CC1' | 'DR1';
  readonly direction: 'up' | 'down';
  /** Address of the ground unit. */
  readonly ground: string;
  /** The checksum is wrong, or the end is missing. */
  readonly isDamaged: boolean;
  /** Reception, epoch ms. The message has its own time of day. */
  readonly atMs: number | null;
};
type Received = { readonly element: Element; readonly values: readonly Value[] };
type CpdlcMessage = {
  readonly number: number | null;
  readonly reference: number | null;
  readonly timestamp: Value | null;
  readonly elements: readonly Received[];
  /** False: the rest does not follow the format, or is missing. */
  readonly isWhole: boolean;
  /** A value lies outside its range. */
  readonly isImpossible: boolean;
};

const maxElements = 5;
const kinds = {
  AT1: { what: 'message', description: 'CPDLC message' },
  CR1: { what: 'connect', description: 'CPDLC connection request' },
  CC1: { what: 'confirm', description: 'CPDLC connection confirmation' },
  DR1: { what: 'disconnect', description: 'CPDLC disconnection' },
} as const;

export function readCpdlc(payload: CpdlcPayload): Reading {
  const { bytes, imi, direction, ground } = payload;
  const { what, description } = kinds[imi];
  const message = decodeCpdlc(bytes, direction, imi !== 'AT1');
  const said = message.elements.map(({ element, values }) => ({
    element,
    values,
    said: sayArguments(element, values),
  }));
  const isDamaged = payload.isDamaged || !message.isWhole || message.isImpossible;
  const time = message.timestamp === null ? null : clockOf(message.timestamp);
  const fact: CpdlcFact = {
    direction,
    what,
    ground,
    number: message.number,
    reference: message.reference,
    time,
    elements: said.map(({ element, said: values }) => ({
      code: element.code,
      words: shortened(fillPhrase(element.phrase, values)),
      response: element.response,
    })),
  };
  const isRead = message.isWhole || said.length > 0;
  return {
    kind: 'cpdlc',
    level: isDamaged ? (isRead ? 'partial' : 'none') : 'full',
    words: cpdlcWords(fact, stateWords(message, payload)),
    by: 'own',
    description,
    facts: { ...factsOf(message, time), cpdlc: fact, ...(isDamaged ? { isDamaged } : {}) },
    // Only the details screen reads them.
    get items() {
      return [...headerItems(message), ...said.flatMap((one) => elementItems(one, payload.isDamaged))];
    },
    remaining: message.isWhole ? '' : hex(bytes),
    understoodPercent: message.isWhole && !isDamaged ? 100 : null,
  };
}

function stateWords({ isWhole, isImpossible }: CpdlcMessage, { isDamaged }: CpdlcPayload): string {
  if (!isWhole) return ' (rest unreadable)';
  return isDamaged ? ', checksum wrong' : isImpossible ? ', a value is impossible' : '';
}

/** What can be read of a payload. `mayBeEmpty` = a message is optional. */
export function decodeCpdlc(bytes: Uint8Array, direction: 'up' | 'down', mayBeEmpty: boolean): CpdlcMessage {
  const bits = new Bits(bytes);
  const elements: Received[] = [];
  let [number, reference, time]: [number | null, number | null, Value | null] = [null, null, null];
  let isWhole = mayBeEmpty && bytes.length === 0;
  try {
    if (!isWhole) {
      const hasMore = bits.read(1) === 1;
      const hasReference = bits.read(1) === 1;
      const hasTime = bits.read(1) === 1;
      number = bits.read(6);
      if (hasReference) reference = bits.read(6);
      if (hasTime) time = readValue(timestamp, bits);
      const table = direction === 'up' ? uplinks : downlinks;
      elements.push(readElement(table, bits));
      if (hasMore) for (let left = bits.read(2) + 1; left > 0; left--) elements.push(readElement(table, bits));
      // Up to 7 bits of padding follow.
      isWhole = bits.left < 8 && elements.length <= maxElements;
    }
  } catch (error) {
    if (error !== unreadableBits) throw error;
  }
  return { number, reference, timestamp: time, elements, isWhole, isImpossible: bits.impossible > 0 };
}

function readElement(table: readonly Element[], bits: Bits): Received {
  const element = table[bits.read(widthOf(table.length))];
  if (!element) throw unreadableBits;
  return { element, values: element.slots.map(({ type }) => readValue(type, bits)) };
}

const sayArguments = ({ slots }: Element, values: readonly Value[]): string[] =>
  slots.map(({ type }, at) => sayValue(type, values[at] ?? ''));

/** WILCO, UNABLE, STANDBY, ROGER, AFFIRM, NEGATIVE; of an uplink UNABLE, STANDBY, REQUEST DEFERRED and on. */
const isAnswer = (code: string): boolean => /^[UD]M[0-5]$/.test(code);

/** One line. `rest` = what to add about the state of the message. */
export function cpdlcWords({ direction, what, ground, reference, elements }: CpdlcFact, rest: string): string {
  const answered = reference === null ? '' : `to ${reference}`;
  const content = elements
    .map(({ code, words }, at) => (at === 0 && answered && isAnswer(code) ? `${words} ${answered}` : words))
    .join('; ');
  const isLinked = answered && !elements.some(({ code }, at) => at === 0 && isAnswer(code));
  const linked = `${content}${isLinked && content ? ` (answer ${answered})` : ''}`;
  if (what === 'message') return `${shortened(linked) || 'CPDLC message'}${rest}`;
  const unit = ground === null ? '' : ` ${direction === 'up' ? 'from' : 'to'} ${ground}`;
  return `${heads[what]}${unit}${linked && `: ${shortened(linked)}`}${rest}`;
}
/** A route may have 128 points. The items contain all of them. */
const longestWords = 1000;
const shortened = (words: string): string =>
  words.length > longestWords ? `${words.slice(0, longestWords)} ...` : words;

const heads: Readonly<Record<Exclude<CpdlcFact['what'], 'message'>, string>> = {
  connect: 'CPDLC connection request',
  confirm: 'CPDLC connection confirmed',
  disconnect: 'CPDLC disconnect',
  logon: 'Log-on',
  logonAnswer: 'Log-on answer',
  contact: 'Contact request',
};

function factsOf({ elements }: CpdlcMessage, time: string | null): Facts {
  const facts: Facts = time === null ? {} : { time };
  const texts: string[] = [];
  for (const { element, values } of elements) {
    const [value = ''] = values;
    for (const [at, { name }] of element.slots.entries())
      if (name === 'freeText') texts.push(clean(String(values[at])));
    if (element.code === 'DM48') Object.assign(facts, reportFacts(value));
    else if (element.code === 'DM33') Object.assign(facts, positionFact(value));
    else if (element.code === 'DM32' || element.code === 'DM37') facts.altitude = altitudeFact(value);
  }
  if (texts.length > 0) facts.freeText = texts.join(' ');
  return facts;
}

const clean = (text: string): string => text.replace(/[^ -~]+/g, ' ').trim();

function positionFact(value: Value): Facts {
  const position = placeOf(value);
  return position ? { position } : {};
}

const altitudeFact = (value: Value): NonNullable<Facts['altitude']> => {
  const level = memberOf(value, 'flightLevel');
  return { words: say('altitude', value), ft: typeof level === 'number' ? level * 100 : null };
};
const say = (slot: string, value: Value): string => {
  const type = slotTypes[slot];
  return type ? sayValue(type, value) : '';
};

/** Of a position report. */
function reportFacts(value: Value): Facts {
  const placeAt = (place: string, time: string): FactPlace | null => {
    const found = placeOf(memberOf(value, place));
    const at = clockOf(memberOf(value, time));
    return found && (at === null ? found : { ...found, time: at });
  };
  const [position, next, then] = [placeAt('position', 'time'), placeAt('next', 'nextTime'), placeAt('ensuing', '')];
  const ahead = [next, then].filter((one) => one !== null);
  const altitude = memberOf(value, 'altitude');
  const destination = clockOf(memberOf(value, 'destinationTime'));
  const celsius = memberOf(memberOf(value, 'temperature'), 'celsius');
  const wind = memberOf(value, 'wind');
  const [from, knots] = [memberOf(wind, 'from'), memberOf(memberOf(wind, 'speed'), 'knots')];
  return {
    ...(position ? { position } : {}),
    ...(altitude === undefined ? {} : { altitude: altitudeFact(altitude) }),
    ...(ahead.length > 0 ? { next: ahead } : {}),
    ...(destination === null ? {} : { times: { eta: destination } }),
    ...(typeof celsius === 'number' ? { temperatureC: celsius } : {}),
    ...(typeof from === 'number' && typeof knots === 'number' ? { windFromDeg: from, windKt: knots } : {}),
  };
}

const item = (label: string, value: string, isUnverified = false): DecodedItem => ({ label, value, isUnverified });

function headerItems({ number, reference, timestamp: time, isImpossible }: CpdlcMessage): DecodedItem[] {
  const clock = time === null ? null : clockOf(time);
  const raw = ['hours', 'minutes', 'seconds'].map((name) => String(memberOf(time ?? '', name)).padStart(2, '0'));
  return [
    ...(number === null ? [] : [item('Message number', String(number))]),
    ...(reference === null ? [] : [item('Reference', String(reference))]),
    ...(time === null ? [] : [item('Message time', clock === null ? `${raw.join(':')} (impossible)` : `${clock}Z`)]),
    ...(isImpossible ? [item('Check', 'A value is outside its range')] : []),
  ];
}

const wanted: Readonly<Record<string, string>> = {
  'W/U': 'WILCO or UNABLE',
  'A/N': 'AFFIRM or NEGATIVE',
  R: 'ROGER',
  Y: 'Any',
};
/** Slots with members of their own. */
const isComposite = (name: string): boolean => /^(report|route|departure|hold)$/.test(name);
const hasPosition = (name: string): boolean => isComposite(name) || name === 'position';

function elementItems(one: Received & { readonly said: readonly string[] }, isDamaged: boolean): DecodedItem[] {
  const { element, values, said } = one;
  const items = [item(`Element ${element.code}`, fillPhrase(element.phrase, said), isDamaged && said.length > 0)];
  for (const [at, { name, type }] of element.slots.entries()) {
    const value = values[at];
    if (value === undefined || name === 'freeText') continue;
    if (isComposite(name)) items.push(...memberItems(type, value, isDamaged));
    else items.push(item(titleOf(name), said[at] ?? '', isDamaged && hasPosition(name)));
  }
  const answer = wanted[element.response];
  return answer === undefined ? items : [...items, item('Response required', answer)];
}

function memberItems(type: Type, value: Value, isDamaged: boolean): DecodedItem[] {
  if (type.is !== 'sequence') return [];
  return type.members.flatMap(([name, of]) => {
    const member = memberOf(value, name);
    return member === undefined ? [] : [item(titleOf(name), sayValue(of, member), isDamaged)];
  });
}

/** `verticalRate` as `Vertical rate`. */
const titleOf = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
