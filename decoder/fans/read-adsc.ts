/**
 * Words, facts and details of an ADS-C message, decoded by us or by the receiver. Values that cannot be are named so, and are no facts. Own file: words, also for the
 * receiver's decoding. Pure.
 */
import { dayMs, hourMs } from '../../contract/durations.ts';
import type { DecodedItem } from '../../contract/entities/decoding.ts';
import type { AdscFact, FactPlace, Facts } from '../../contract/entities/meaning.ts';
import { lastInstant } from '../instants.ts';
import type { Reading } from '../reading.ts';
import { celsiusWords, degreesWords, grouped, pressureFeet } from '../words.ts';
import type { AdscContent, AdscGroup, AdscPart, AdscPlace, Noncompliance } from './adsc.ts';

type AdscMessage = {
  readonly content: AdscContent;
  readonly direction: 'up' | 'down';
  readonly ground: string | null;
  readonly tail: string | null;
  readonly isDamaged: boolean;
  readonly atMs: number | null;
  readonly by: Reading['by'];
};
type Part<What extends AdscPart['what']> = Extract<AdscPart, { what: What }>;

/** Tags of reports that an event has caused. */
const events: Readonly<Record<number, string>> = {
  10: 'lateral deviation',
  18: 'vertical rate change',
  19: 'altitude out of range',
  20: 'waypoint change',
};
const contents: Readonly<Record<number, string>> = {
  12: 'flight',
  13: 'predicted route',
  14: 'track and ground speed',
  15: 'heading and Mach',
  16: 'wind and temperature',
  17: 'aircraft address',
  21: 'intent',
};
const groupName = (tag: number): string =>
  contents[tag] ?? events[tag] ?? (tag === 11 ? 'reporting interval' : `group ${tag}`);
const refusals: Readonly<Record<number, string>> = {
  1: 'a group is requested twice',
  2: 'the interval is stated twice',
  3: 'no event is stated',
  4: 'the tag is not valid in this mode',
  5: 'no such contract to cancel',
  6: 'the contract already exists',
  7: 'unknown contract type',
  8: 'other error',
  9: 'the request is incomplete',
  10: 'the floor is not below the ceiling',
  11: 'the vertical rate is 0',
  12: 'the projection time is 0',
  13: 'the lateral deviation is 0',
};
const disconnects: Readonly<Record<number, string>> = {
  0: 'no reason stated',
  1: 'congestion',
  2: 'application not available',
  8: 'normal',
};
/** nmi, 95 %. */
const accuracies = ['navigation lost', '30', '15', '8', '4', '1', '0.25', '0.05'] as const;

const secondMs = 1000;
const impossible = ' (impossible)';
/** All bits of an unknown place are those of 180 S 180 W. */
const isPlace = ({ lat }: { readonly lat: number }): boolean => Math.abs(lat) <= 90;
/** The longest time stands for an unknown one. */
const isAhead = (inS: number): boolean => inS < 2 ** 14 - 1;
const isAltitude = (ft: number): boolean => ft >= -2000 && ft <= 100_000;
const rounded = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
const altitudeWords = (ft: number): string => `${grouped(ft)} ft${isAltitude(ft) ? '' : impossible}`;
const degrees = (value: number): string => `${String(Math.round(value) % 360).padStart(3, '0')}°`;

export function readAdsc(message: AdscMessage): Reading {
  const { content, direction, ground, tail, isDamaged, by } = message;
  const isWhole = content.rest === 0 && !isDamaged;
  const said = direction === 'up' ? ofGround(content, ground) : ofAircraft(content, message);
  const cut = content.rest === 0 ? '' : ', rest not decoded';
  const facts: Facts = { ...said.facts, adsc: { direction, ground, ...said.adsc } };
  if (tail !== null && tail !== '') facts.tail = tail;
  if (isDamaged) facts.isDamaged = true;
  return {
    kind: 'adsc',
    level: isWhole ? 'full' : 'partial',
    words: `ADS-C ${said.words}${cut}${isDamaged ? ', checksum wrong' : ''}`,
    by,
    facts,
    description: direction === 'up' ? 'ADS-C, from air traffic control' : 'ADS-C, from the aircraft',
    // Only the details screen reads them.
    get items() {
      return [
        item('Ground unit', ground),
        item('Registration', tail),
        ...said.items(),
        item('Checksum', isDamaged ? 'Wrong' : null),
      ].flatMap((one) => one ?? []);
    },
    remaining: '',
    understoodPercent: isWhole ? 100 : null,
  };
}

type Said = {
  readonly words: string;
  readonly items: () => readonly (DecodedItem | null)[];
  readonly facts: Facts;
  readonly adsc: Omit<AdscFact, 'direction' | 'ground'>;
};

const item = (label: string, value: string | null, isUnverified = false): DecodedItem | null =>
  value === null || value === '' ? null : { label, value, isUnverified };

// ---- from the ground

function ofGround({ parts, rest }: AdscContent, ground: string | null): Said {
  const contract = parts.find((part) => part.what === 'contract');
  const groups = contract?.groups ?? [];
  const first = parts.find((part) => 'contract' in part && part.contract !== null);
  const words = parts.map((part) => requestWords(part, ground)).join('; ');
  return {
    words: words === '' ? emptyWords(rest, ground === null ? '' : ` from ${ground}`) : words,
    items: () => parts.map((part) => item('Request', requestWords(part, ground))),
    facts: {},
    adsc: {
      what: contract ? 'contract' : parts.length === 0 ? 'other' : 'cancel',
      contract: first && 'contract' in first ? first.contract : null,
      everyS: groups.find((group) => group.what === 'interval')?.everyS ?? null,
      events: groups.flatMap(({ tag }) => events[tag] ?? []),
    },
  };
}

function requestWords(part: AdscPart, ground: string | null): string {
  const by = ground === null ? '' : ` by ${ground}`;
  if (part.what === 'cancelAll') return `contracts cancelled${by}`;
  if (part.what === 'cancel') return `contract ${part.contract} cancelled${by}`;
  if (part.what === 'cancelEmergency') return `emergency mode cancelled${by}, contract ${part.contract}`;
  if (part.what === 'disconnect') return `disconnected${by}: ${disconnectWords(part.reason)}`;
  if (part.what !== 'contract') return part.what;
  const kind = part.kind === 'periodic' ? '' : `${part.kind} `;
  const groups = part.groups.flatMap((group) => groupWords(group) ?? []).join(', ');
  return `${kind}contract ${part.contract}${groups === '' ? '' : `: ${groups}`}`;
}
const disconnectWords = (reason: number): string => disconnects[reason] ?? `reason ${reason}`;

/** null = nothing is requested. */
function groupWords(group: AdscGroup): string | null {
  switch (group.what) {
    case 'interval':
      return group.everyS === 0 ? 'one report' : `every ${grouped(group.everyS)} s`;
    case 'lateral':
      return `lateral deviation above ${group.overNmi} nmi`;
    case 'verticalRate':
      return `vertical rate ${group.rate < 0 ? 'below' : 'above'} ${grouped(group.rate)} ft/min`;
    case 'altitude':
      return `altitude outside ${grouped(group.floor)} to ${grouped(group.ceiling)} ft`;
    case 'waypoint':
      return 'waypoint change';
    case 'content': {
      if (group.every === 0) return null;
      const ahead = group.aheadMin === null ? '' : ` ${group.aheadMin} min ahead`;
      return `${groupName(group.tag)}${ahead}${group.every === 1 ? '' : ` in 1 of ${group.every} reports`}`;
    }
  }
}

// ---- from the aircraft

function ofAircraft({ parts, rest }: AdscContent, message: AdscMessage): Said {
  const positions = parts.filter((part) => part.what === 'position');
  const main =
    positions.find(({ tag }) => tag === 9) ?? positions.find(({ tag }) => events[tag] !== undefined) ?? positions[0];
  const atMs = main ? reportMs(main.pastHourS, message.atMs) : null;
  const facts = main ? factsOf(main, atMs, parts) : factsOf(null, null, parts);
  const names = [...new Set(positions.flatMap(({ tag }) => events[tag] ?? []))];
  const answers = parts.flatMap((part) => answerWords(part, message.ground) ?? []);
  const report = main && reportWords(main, facts);
  const words = [...(report ? [report] : []), ...answers];
  if (words.length === 0) words.push(leftWords(facts, rest, message.ground));
  const first = parts.find((part) => 'contract' in part && part.contract !== null);
  return {
    words: words.join(', '),
    items: () => parts.flatMap((part) => itemsOf(part, atMs)),
    facts,
    adsc: {
      what: whatOf(parts, main),
      contract: first && 'contract' in first ? first.contract : null,
      everyS: null,
      events: names,
    },
  };
}

function whatOf(parts: readonly AdscPart[], main: Part<'position'> | undefined): AdscFact['what'] {
  if (main?.tag === 9) return 'emergency';
  if (main) return events[main.tag] === undefined ? 'report' : 'event';
  if (parts.some(({ what }) => what === 'refusal' || what === 'noncompliance')) return 'refusal';
  return parts.some(({ what }) => what === 'acknowledgement') ? 'acknowledgement' : 'other';
}

/** Whole seconds. null = unknown, or no time within an hour. */
const reportMs = (pastHourS: number, atMs: number | null): number | null =>
  atMs === null || pastHourS >= 3600 ? null : lastInstant(Math.floor(pastHourS) * secondMs, hourMs, atMs);

const two = (value: number): string => String(value).padStart(2, '0');
function timeAt(ms: number): string {
  const s = Math.floor((((ms % dayMs) + dayMs) % dayMs) / secondMs);
  return `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}
const minutes = (pastHourS: number): string => `${two(Math.floor(pastHourS / 60))}:${two(Math.floor(pastHourS % 60))}`;

function factsOf(main: Part<'position'> | null, atMs: number | null, parts: readonly AdscPart[]): Facts {
  const facts: Facts = {};
  if (main && isPlace(main)) facts.position = { lat: rounded(main.lat), lon: rounded(main.lon) };
  if (main && isAltitude(main.alt)) facts.altitude = pressureFeet(main.alt);
  if (atMs !== null) facts.time = timeAt(atMs);
  for (const part of parts)
    switch (part.what) {
      case 'flight': {
        const flight = part.flight.trim();
        if (/^[A-Z0-9]+$/.test(flight)) facts.flight ??= flight;
        break;
      }
      case 'route':
        facts.next ??= waypoints(part, atMs);
        break;
      case 'ground':
        facts.speed ??= { value: part.speed, unit: 'kt' };
        break;
      case 'weather':
        facts.windKt ??= part.windKt;
        facts.temperatureC ??= part.temperature;
        if (part.isWindFromValid) facts.windFromDeg ??= Math.round(part.windFrom) % 360;
        break;
    }
  if (facts.next?.length === 0) delete facts.next;
  return facts;
}

function waypoints({ next, second }: Part<'route'>, atMs: number | null): FactPlace[] {
  const at = ({ lat, lon }: AdscPlace): FactPlace => ({ lat: rounded(lat), lon: rounded(lon) });
  const nearest =
    atMs === null || !isAhead(next.inS) ? at(next) : { ...at(next), time: timeAt(atMs + next.inS * secondMs) };
  return [...(isPlace(next) ? [nearest] : []), ...(isPlace(second) ? [at(second)] : [])];
}

function reportWords(main: Part<'position'>, facts: Facts): string {
  const { position, altitude, time, flight, next } = facts;
  const event = events[main.tag];
  const where = position ? `at ${degreesText(position)}` : 'at an impossible position';
  const time0 = time ? `${time}Z` : main.pastHourS < 3600 ? `${minutes(main.pastHourS)} past the hour` : '';
  const start =
    event === undefined
      ? `${main.tag === 9 ? 'emergency report' : 'report'}${altitude ? ` ${altitude.words}` : ''} ${where}`
      : `event: ${event} ${where}${altitude ? `, ${altitude.words}` : ''}`;
  const [ahead] = next ?? [];
  return [
    start,
    time0,
    flight && `flight ${flight}`,
    ahead && `next ${degreesText(ahead)}${ahead.time ? ` ${ahead.time}Z` : ''}`,
    facts.speed && `${facts.speed.value} kt`,
    weatherWords(facts),
  ]
    .filter((part) => part)
    .join(', ');
}
const degreesText = ({ lat, lon }: FactPlace): string =>
  lat === undefined || lon === undefined ? '' : degreesWords({ lat, lon });
const weatherWords = ({ windKt, windFromDeg, temperatureC }: Facts): string =>
  [
    windKt !== undefined && `wind ${windFromDeg === undefined ? '' : `${degrees(windFromDeg)} `}${windKt} kt`,
    temperatureC !== undefined && celsiusWords(temperatureC),
  ]
    .filter((part) => part)
    .join(', ');

/** null = a part of the report. */
function answerWords(part: AdscPart, ground: string | null): string | null {
  switch (part.what) {
    case 'acknowledgement':
      return `contract ${part.contract} acknowledged`;
    case 'refusal': {
      const detail = part.detail === null ? '' : `, tag ${part.detail}`;
      return `contract ${part.contract} refused: ${refusals[part.reason] ?? `reason ${part.reason}`}${detail}`;
    }
    case 'noncompliance': {
      const groups = part.groups.map(missing).join(', ');
      return `contract ${part.contract} not met in full${groups === '' ? '' : `: ${groups}`}`;
    }
    case 'disconnect':
      return `disconnected${ground === null ? '' : ` from ${ground}`}: ${disconnectWords(part.reason)}`;
    case 'cancelEmergency':
      return 'emergency mode cancelled by the aircraft';
    default:
      return null;
  }
}

const causes = { unrecognised: 'unknown', unavailable: 'not available', partial: 'incomplete' } as const;
function missing({ tag, cause, parameters }: Noncompliance): string {
  const which = parameters.length === 0 ? '' : ` (parameters ${parameters.join(', ')})`;
  return `${groupName(tag)} ${causes[cause]}${which}`;
}

/** Of a message without position. */
function leftWords(facts: Facts, rest: number, ground: string | null): string {
  const { flight, speed, next } = facts;
  const values = [
    flight && `flight ${flight}`,
    next?.[0] && `next ${degreesText(next[0])}`,
    speed && `${speed.value} kt`,
    weatherWords(facts),
  ].filter((part) => part);
  if (values.length > 0) return `report without position, ${values.join(', ')}`;
  return emptyWords(rest, ground === null ? '' : ` to ${ground}`);
}
const emptyWords = (rest: number, unit: string): string =>
  `message ${rest > 0 ? '' : 'without content'}${unit}`.replace('  ', ' ');

// ---- details

function itemsOf(part: AdscPart, atMs: number | null): (DecodedItem | null)[] {
  const ahead = (inS: number): string =>
    isAhead(inS) ? `in ${grouped(inS)} s${atMs === null ? '' : `, ${timeAt(atMs + inS * secondMs)}Z`}` : 'time unknown';
  switch (part.what) {
    case 'position':
      return [
        item('Report', part.tag === 9 ? 'Emergency' : (events[part.tag] ?? 'Basic')),
        placeItem('Aircraft Position', part),
        item('Altitude', altitudeWords(part.alt)),
        item(
          'Time',
          part.pastHourS >= 3600
            ? `${grouped(part.pastHourS)} s past the hour${impossible}`
            : `${minutes(part.pastHourS)} past the hour`,
        ),
        item(
          'Position accuracy',
          part.accuracy === 0 ? accuracies[0] : `within ${accuracies[part.accuracy] ?? '?'} nmi`,
        ),
        item('Navigation units', part.isRedundant ? 'redundant' : 'redundancy lost'),
        item('TCAS', part.hasTcas ? 'available' : 'not available'),
      ];
    case 'flight':
      return [item('Flight Number', part.flight.trim())];
    case 'route':
      return [
        placeItem('Next waypoint', part.next, `, ${altitudeWords(part.next.alt)}, ${ahead(part.next.inS)}`),
        placeItem('Following waypoint', part.second, `, ${altitudeWords(part.second.alt)}`),
      ];
    case 'ground':
      return [
        item('True track', part.isDirectionValid ? degrees(part.direction) : 'not valid'),
        item('Ground speed', `${part.speed} kt`),
        item('Vertical rate', `${grouped(part.rate)} ft/min`),
      ];
    case 'air':
      return [
        item('True heading', part.isDirectionValid ? degrees(part.direction) : 'not valid'),
        item('Mach', String(part.mach)),
        item('Vertical rate, air data', `${grouped(part.rate)} ft/min`),
      ];
    case 'weather':
      return [
        item('Wind', `${part.isWindFromValid ? degrees(part.windFrom) : 'direction not valid'}, ${part.windKt} kt`),
        item('Temperature', celsiusWords(part.temperature)),
      ];
    case 'airframe':
      return [item('ICAO address', part.address.toString(16).toUpperCase().padStart(6, '0'))];
    case 'turn': {
      const track = part.isDirectionValid ? degrees(part.direction) : 'not valid';
      return [item('Intent', `${part.distance} nmi, track ${track}, ${altitudeWords(part.alt)}, ${ahead(part.inS)}`)];
    }
    case 'projection':
      return [placeItem('Projected position', part, `, ${altitudeWords(part.alt)}, ${ahead(part.inS)}`)];
    default:
      return [item('Answer', answerWords(part, null))];
  }
}

function placeItem(label: string, place: AdscPlace, more = ''): DecodedItem | null {
  const side = (value: number, letters: string): string =>
    `${Math.abs(value).toFixed(3)} ${letters[value < 0 ? 1 : 0]}`;
  return item(
    label,
    `${side(place.lat, 'NS')}, ${side(place.lon, 'EW')}${isPlace(place) ? '' : impossible}${more}`,
    true,
  );
}
