/**
 * Messages of the flight management computer (ARINC 702A): an identifier such as POS or REQPWI, groups that begin with `/` and two letters, and a checksum of four digits. The
 * names of groups are documented; what a field means is taken over only where other reports of the same flight prove it. Own file: no table can write its variants. Pure.
 */
import type { DecodedItem } from '../../contract/entities/decoding.ts';
import type { FactPlace, Facts, MeaningKind } from '../../contract/entities/meaning.ts';
import { endsWithChecksum } from '../checksums.ts';
import { avionicsPosition, writePosition } from '../gate/coordinates.ts';
import type { Ledger } from '../gate/ledger.ts';
import { grouped, namesWords, placeWords, timeOf } from '../words.ts';
import { type Subject, sentence } from './arinc-702-words.ts';
import { type Format, type FormatReading, readField, withFacts } from './format.ts';

const subject = (kind: MeaningKind, description: string, words: string): Subject => ({ kind, description, words });
/** By identifier. */
const subjects: Readonly<Record<string, Subject>> = {
  POS: subject('position', 'Position Report', 'position'),
  FPN: subject('other', 'Flight Plan', 'flight plan'),
  PRG: subject('gateTimes', 'Progress Report', 'progress'),
  PER: subject('load', 'Performance Report', 'performance'),
  PRF: subject('load', 'Performance Data', 'performance'),
  PWI: subject('weather', 'Predicted Wind Information', 'predicted winds'),
  PWM: subject('weather', 'Predicted Wind Information', 'predicted winds'),
  LDI: subject('load', 'Load Information', 'load information'),
  INI: subject('gateTimes', 'Initial Report', 'initial report'),
  INR: subject('gateTimes', 'In-Range Report', 'in-range report'),
  SUM: subject('gateTimes', 'Summary Report', 'summary'),
  FTX: subject('freeText', 'Free Text', 'free text'),
  WXR: subject('weather', 'Weather Report', 'weather'),
  ETA: subject('gateTimes', 'ETA Report', 'ETA'),
  REQ: subject('other', 'Request', 'request'),
};
const dialogue: Readonly<Record<string, string>> = { REQ: 'Request', RES: 'Response', REJ: 'Reject' };

const head =
  /^(?:[A-Z]\d\d[A-Z](?<flight>[A-Z0-9]{6}))?(?:- )?(?:#[A-Z][A-Z\d]B?)?(?:\/[A-Z\d]{0,7}\.)?(?<what>REQ|RES|REJ)?(?<about>POS|FPN|PRG|PER|PRF|PWI|PWM|LDI|INI|INR|SUM|FTX|WXR|ETA|REQ)(?=$|[/,]|[NS]\d|[\dA-F]{4}$)/;

/** A field of a group, with its place in the text. */
type Part = { readonly text: string; readonly start: number };
type Add = (part: Part, name: string, value: string, facts?: Facts, isUnverified?: boolean) => void;

class Report {
  readonly items: DecodedItem[] = [];
  facts: Facts = {};
  /** Of the sentence, behind the facts. */
  readonly words: string[] = [];
  readonly #ledger: Ledger;
  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }
  get known(): Ledger['known'] {
    return this.#ledger.known;
  }
  take({ text, start }: Part): void {
    this.#ledger.take([start, start + text.length]);
  }
  /** Of facts that two fields give, the first counts. */
  readonly add: Add = (part, name, value, facts = {}, isUnverified = false) => {
    this.items.push({ label: name, value, isUnverified });
    this.facts = withFacts(facts, this.facts);
    this.take(part);
  };
  /** A field that is read as in every table. True = readable. */
  field(part: Part | undefined, group: string, name?: string): boolean {
    const found = part && part.text !== '' ? readField(plain, group, part.text) : null;
    if (!part || !found) return false;
    this.add(part, name ?? found.item.label, found.item.value, found.facts);
    return true;
  }
}

/** Fields with their usual names. */
const plain: Format = { labels: [], kind: 'other', description: '', pattern: /^/, example: '', source: '' };

/** Labels whose texts may lack a right checksum. Others need one: their texts begin with such letters by chance. */
const ownLabels: readonly string[] = ['H1', '3P', '4J'];

/** The ledger's text has no line breaks. */
export function readArinc702(label: string, ledger: Ledger): FormatReading | null {
  const { text } = ledger;
  const found = head.exec(text);
  const about = subjects[found?.groups?.about ?? ''];
  if (!found?.groups || !about) return null;
  const { flight, what } = found.groups;
  const from = found[0].length;
  const own = text.slice(from - (what ? 6 : 3));
  const isWhole = endsWithChecksum(own);
  if (!isWhole && !ownLabels.includes(label)) return null;
  const report = new Report(ledger);
  ledger.take([0, from]);
  if (flight !== undefined)
    report.add({ text: flight, start: found[0].indexOf(flight) }, 'Flight Number', flight, { flight });
  const end = isWhole ? text.length - 4 : text.length;
  if (isWhole)
    report.add({ text: text.slice(end), start: end }, 'Message Checksum', `0x${text.slice(end).toLowerCase()}`);
  readGroups(report, text, from, end, isWhole, found.groups.about === 'POS' && !what);
  const isEmpty = report.items.every(({ label: name }) => name === 'Message Checksum');
  if (isEmpty && !(isWhole && what)) return null;
  if (!isWhole)
    report.items.push({
      label: 'Message Checksum',
      value: 'Wrong, or the end of the text is missing',
      isUnverified: false,
    });
  return {
    kind: what && (about.kind === 'position' || about.kind === 'gateTimes') ? 'other' : about.kind,
    description: what ? `${dialogue[what]} for ${about.description}` : about.description,
    items: report.items,
    facts: isWhole ? report.facts : { ...report.facts, isDamaged: true },
    isWhole,
    words: sentence(found.groups.about ?? '', what, about, report),
  };
}
/** Real messages have up to ten. */
const maxGroups = 40;

function readGroups(
  report: Report,
  text: string,
  from: number,
  end: number,
  isWhole: boolean,
  isPosition: boolean,
): void {
  let start = from;
  for (const group of text.slice(from, end).split('/', maxGroups)) {
    const isLast = start + group.length === end;
    const iei = start === from ? '' : group.slice(0, 2);
    const all = partsOf(group.slice(iei.length), start + iei.length);
    // Without a checksum nobody knows where the last field ends.
    const parts = isLast && !isWhole ? all.slice(0, -1) : all;
    if (iei === '') (isPosition ? positionGroup : answerGroup)(parts, report);
    else {
      const before = report.items.length;
      groups[iei]?.(/^R[A-Z]$|^FN$/.test(iei) ? all : parts, report, text.slice(start + 2, start + group.length), iei);
      if (report.items.length > before) report.take({ text: iei, start });
    }
    start += group.length + 1;
  }
}

function partsOf(text: string, from: number): Part[] {
  let start = from;
  return text.split(',').map((part) => {
    const one = { text: part, start };
    start += part.length + 1;
    return one;
  });
}

/** `whole` = all fields as text, `iei` = the two letters. */
type GroupReader = (parts: readonly Part[], report: Report, whole: string, iei: string) => void;

/** Weight, an unknown field, planned level, fuel. Position reports of the same flights hold the same fuel. */
function performance([weight, , level, fuel]: readonly Part[], report: Report): void {
  if (digits(weight)) report.add(weight as Part, 'Gross Weight', (weight as Part).text);
  if (level && /^\d{2,3}$/.test(level.text) && Number(level.text) > 0) {
    report.add(level, 'Planned Level', `FL${level.text.padStart(3, '0')}`);
    report.words.push(`planned FL${level.text.padStart(3, '0')}`);
  }
  report.field(digits(fuel), 'fuel');
}

/** Behind REJPOS and the like: `,100719,130,219,RF005,SWANN`: when, and which element is refused. */
function answerGroup([, at, ...more]: readonly Part[], report: Report): void {
  if (at && /^\d{6}$/.test(at.text)) report.field(at, 'time');
  const named = more.filter(({ text }) => /^(?:RF\d{3}|[A-Z]{3,5}|[NS]\d{5}[EW]\d{6})(?:\.|$)/.test(text));
  for (const part of named) report.add(part, 'Refused Element', part.text);
  const names = named
    .map(({ text }) => text.split('.')[0] ?? '')
    .filter((name) => !/^RF\d/.test(name))
    .map((name) => placeWords(avionicsPosition(name, null) ?? { name }) ?? name);
  if (names.length > 0) report.words.push(`at ${namesWords(names)}`);
}

/**
 * `N38570W077518,WYNGS,172648,196,RAMAY,17,172914,BENSH,M6,283021,...`: position, waypoint passed, time, level, next waypoint, its time, the one after, temperature, wind,
 * fuel. Some have the distance to the next waypoint before its time, and then go on with speeds, weight, fuel, and the arrival. Another form has no waypoint passed.
 */
function positionGroup(given: readonly Part[], report: Report): void {
  // Some repeat the first group.
  if (report.facts.position) return;
  const [place, second] = given;
  if (place) positionField(place, report);
  if (given.length < 3) return;
  const isAhead = second !== undefined && /^\d{6}$/.test(second.text);
  const was = isAhead ? undefined : second;
  const [at, level, next, ...more] = given.slice(isAhead ? 1 : 2);
  // A time in the place of a waypoint: a separator was lost before it, and each field behind is another.
  if (/^\d{6}$/.test(next?.text ?? '')) {
    const behind = leg(was, undefined, report);
    if (behind?.place.name) report.words.push(`passed ${behind.place.name}`);
    return;
  }
  const hasDistance = !isAhead && /^\d{1,3}$/.test(more[0]?.text ?? '') && /^\d{6}$/.test(more[1]?.text ?? '');
  if (hasDistance && more[0]) report.add(more[0], 'Distance to Next Waypoint', more[0].text);
  const [nextAt, then, temperature, wind, ...tail] = hasDistance ? more.slice(1) : more;
  const time = at ? timeOf(at.text) : null;
  if (time !== null) report.facts = withFacts(report.facts, { time });
  if (level && /^\d{2,3}$/.test(level.text)) report.field(level, 'level');
  const legs = [
    leg(was, at, report),
    leg(next, nextAt && isAhead ? { ...nextAt, text: nextAt.text.slice(2) } : nextAt, report),
    leg(then, undefined, report),
  ];
  const named = legs.filter((one) => one !== null);
  const [passed, ...ahead] = legs;
  if (isAhead && at) report.field(at, 'time');
  if (passed?.place.name) report.words.push(`passed ${passed.place.name}`);
  const places = ahead.flatMap((one) => (one ? [one.place] : []));
  if (places.length > 0 && !report.facts.next) report.facts = { ...report.facts, next: places };
  if (named.length > 0)
    report.items.push({
      label: 'Aircraft Route',
      value: named.map(({ words }) => words).join(' > '),
      isUnverified: named.some(({ place }) => place.lat !== undefined),
    });
  if (temperature && /^[MP]\d{1,2}$/.test(temperature.text)) report.field(temperature, 'temperature');
  windField(wind, report);
  if (/^\d{3}K$/.test(tail[0]?.text ?? '') || hasDistance) arrivalFields(tail.slice(2), report);
  else if (!isAhead) report.field(digits(tail[0]), 'fuel');
}

/** Behind the two speeds: weight, fuel, origin, destination, runway, fuel at arrival, ETA. */
function arrivalFields([, fuel, from, to, runway, left, eta]: readonly Part[], report: Report): void {
  report.field(digits(fuel), 'fuel');
  report.field(icao(from), 'origin');
  report.field(icao(to), 'destination');
  if (icao(to)) arrival(report, runway, left, eta);
}

const digits = (part: Part | undefined): Part | undefined => (part && /^\d{1,4}$/.test(part.text) ? part : undefined);
const icao = (part: Part | undefined): Part | undefined => (part && /^[A-Z]{4}$/.test(part.text) ? part : undefined);

function positionField(part: Part, report: Report): void {
  const found = avionicsPosition(part.text, report.known);
  if (found) report.add(part, 'Aircraft Position', writePosition(found), { position: found }, true);
}

const placeForm = /^[NS]\d{5}[EW]\d{6}$/;

function windField(part: Part | undefined, report: Report): void {
  const wind = part ? windOf(part.text) : null;
  if (part && wind) report.add(part, 'Wind', windWords(wind), { windFromDeg: wind.from, windKt: wind.kt });
}
/** 5 or 6 digits: degrees and knots. */
function windOf(text: string): { from: number; kt: number } | null {
  const [, from, kt] = /^(\d{3})(\d{2,3})$/.exec(text) ?? [];
  return from !== undefined && Number(from) <= 360 ? { from: Number(from), kt: Number(kt) } : null;
}
const windWords = ({ from, kt }: { from: number; kt: number }): string => `${String(from).padStart(3, '0')}° ${kt} kt`;

/** A waypoint by name or position, and its time. null = none, or not readable. */
function leg(
  part: Part | undefined,
  at: Part | undefined,
  report: Report,
): { readonly words: string; readonly place: FactPlace } | null {
  // Six digits at the end: the separator before a time was lost.
  if (!part || !/^[A-Z\d.-]{2,16}$/.test(part.text) || /^(?:[A-Z]+-?)?\d{6}$/.test(part.text)) return null;
  const isPlace = placeForm.test(part.text);
  const found = isPlace ? avionicsPosition(part.text, null) : null;
  if (isPlace && !found) return null;
  const time = at ? timeOf(at.text) : null;
  report.take(part);
  if (at && time !== null) report.take(at);
  const name = found ? `(${writePosition(found)})` : part.text;
  return {
    words: time === null ? name : `${name} ${time}Z`,
    place: { ...(found ?? { name: part.text }), ...(time === null ? {} : { time }) },
  };
}

/** Destination, runway, fuel at arrival, ETA. Fuel: reports that also hold the fuel on board have more of it. */
function arrival(report: Report, runway?: Part, left?: Part, eta?: Part): void {
  if (runway && /^\d\d[LCRO]? ?$/.test(runway.text))
    report.add(runway, 'Arrival Runway', runway.text.trim(), { runway: runwayWords(runway.text.trim()) });
  if (left && /^\d{1,4}$/.test(left.text)) {
    report.add(left, 'Fuel at Arrival', left.text);
    report.words.push(`fuel ${grouped(Number(left.text))} at arrival`);
  }
  report.field(eta, 'eta');
}

/** O = one runway of this direction. */
const runwayWords = (name: string): string => name.replace(/O$/, '');

/** Day and time as `DDHHMM`, or with a day of one digit. */
function dayTime(part: Part | undefined): { readonly words: string; readonly time: string } | null {
  const [, day, clock = ''] = /^(\d{1,2})(\d{4})$/.exec(part?.text ?? '') ?? [];
  const time = timeOf(clock);
  return day !== undefined && time !== null && Number(day) >= 1 && Number(day) <= 31
    ? { words: `day ${day.padStart(2, '0')}, ${time}Z`, time }
    : null;
}

const groups: Readonly<Record<string, GroupReader>> = {
  PS: positionGroup,
  // Time and date; some go on with a position, without a comma.
  TS([at, date, ...more], report) {
    if (at && /^\d{6}$/.test(at.text)) report.field(at, 'time');
    if (!date) return;
    if (/^\d{6}$/.test(date.text)) report.add(date, 'Message Date', date.text);
    else if (/^\d{6}[NS]/.test(date.text))
      positionGroup([{ text: date.text.slice(6), start: date.start + 6 }, ...more], report);
  },
  DC([date, at], report) {
    if (date && /^\d{8}$/.test(date.text)) report.add(date, 'Message Date', date.text);
    if (at && /^\d{6}$/.test(at.text)) report.field(at, 'time');
  },
  FN([flight], report, whole) {
    const [name = '', ...route] = (flight?.text ?? '').split(':');
    if (flight && /^[A-Z\d]{3,8}$/.test(name))
      report.add({ ...flight, text: name }, 'Flight Number', name, { flight: name });
    if (flight && route.length > 0)
      routeGroup(whole.slice(name.length + 1), flight.start + name.length + 1, report, false);
  },
  ID([tail, flight], report) {
    if (tail && tail.text !== '') report.field(tail, 'tail', 'Aircraft');
    if (flight && /^[A-Z]{2,6}\d{1,4}[A-Z]?$/.test(flight.text)) report.field(flight, 'flight');
  },
  MR([number], report) {
    if (number && /^\d{1,3}$/.test(number.text)) report.add(number, 'Sequence Number', number.text);
  },
  AF([from, to], report) {
    report.field(icao(from), 'origin');
    report.field(icao(to), 'destination');
  },
  TD([planned, estimated], report) {
    const day = dayTime(planned);
    if (planned && day) {
      report.add(planned, 'Planned Departure Time', day.words, { times: { scheduledOut: day.time } });
      report.words.push(`planned departure ${day.time}Z`);
    }
    const time = timeOf(estimated?.text ?? '');
    if (estimated && time !== null) {
      report.add(estimated, 'Estimated Departure Time', `${time}Z`);
      report.words.push(`estimated departure ${time}Z`);
    }
  },
  ET([at], report) {
    const day = dayTime(at);
    if (at && day) report.add(at, 'Estimated Time of Arrival', day.words, { times: { eta: day.time } });
  },
  FB([fuel], report) {
    report.field(digits(fuel), 'fuel');
  },
  DT(parts, report) {
    const [to, runway, left, eta] = parts.length === 9 ? parts.slice(1) : parts;
    if (!report.field(icao(to), 'destination')) return;
    arrival(report, runway, left, eta);
    if (parts.length === 9 && parts[6]) positionField(parts[6], report);
  },
  // Landing report: time, flight, airports, runway.
  LR([, at, flight, from, to, runway], report) {
    if (at && /^\d{6}$/.test(at.text)) report.field(at, 'time');
    if (flight && /^[A-Z]{2,3}\d{1,4}[A-Z]?$/.test(flight.text)) report.field(flight, 'flight');
    report.field(icao(from), 'origin');
    report.field(icao(to), 'destination');
    arrival(report, runway);
    report.words.push('landing report');
  },
  PR: performance,
  // From the ground: its level is that of the departure clearance.
  PD: performance,
  FX(parts, report, whole) {
    const [first] = parts;
    const text = parts.map((part) => part.text).join(',');
    if (first && text.trim() !== '' && whole.startsWith(text))
      report.add({ text, start: first.start }, 'Text Message', text.trim(), { freeText: text.trim() });
  },
  WQ: weatherRequest,
  MQ: weatherRequest,
  DQ([level], report) {
    if (level && /^\d{2,3}$/.test(level.text)) report.add(level, 'Descent Level', `FL${level.text.padStart(3, '0')}`);
  },
  WD: windData,
  CB: levelWinds('climb'),
  DD: levelWinds('descent'),
  RN([number], report) {
    if (!number || !/^\d+$/.test(number.text)) return;
    report.add(number, 'Route Number', number.text);
    report.words.push(`route number ${number.text}`);
  },
  // Runways with their weights, then the airport.
  RW(parts, report, whole, iei) {
    const [first] = parts;
    if (!first) return;
    const [data = '', place = ''] = whole.split(':');
    const names = [...data.matchAll(/(?:^|\.)(\d\d[LCRO]?)(?=[,.]|$)/g)].map(([, name = '']) => name);
    const airport = /^[A-Z]{4}(?=,|$)/.exec(place)?.[0];
    if (airport !== undefined)
      report.add({ text: airport, start: first.start + data.length + 1 }, 'Airport', airport, { from: airport });
    const [name] = names;
    if (name === undefined || iei !== 'RW') return;
    report.add({ text: name, start: first.start }, 'Runways', [...new Set(names)].join(', '), {
      runway: runwayWords(name),
    });
    report.words.push(`runway ${[...new Set(names)].map(runwayWords).join(', ')}`);
  },
  AK: answer('AK'),
  AC: answer('AC'),
  SM([start, startFuel, stop, out, outFuel, off, offFuel, on, onFuel, into, inFuel], report) {
    const at = (part: Part | undefined, name: string, fact?: 'out' | 'off' | 'on' | 'in'): void => {
      const day = dayTime(part);
      if (part && day) report.add(part, name, day.words, fact ? { times: { [fact]: day.time } } : {});
    };
    const fuel = (part: Part | undefined, name: string): void => {
      if (digits(part)) report.add(part as Part, name, (part as Part).text);
    };
    at(start, 'Engine Start Time');
    fuel(startFuel, 'Engine Start Fuel');
    at(stop, 'Engine Stop Time');
    at(out, 'Out of Gate Time', 'out');
    fuel(outFuel, 'Out of Gate Fuel');
    at(off, 'Takeoff Time', 'off');
    fuel(offFuel, 'Takeoff Fuel');
    at(on, 'Landing Time', 'on');
    fuel(onFuel, 'Landing Fuel');
    at(into, 'In Gate Time', 'in');
    fuel(inFuel, 'In Gate Fuel');
  },
  // Takeoff of one airline: its time, airports, runway and flight.
  TR(parts, report) {
    const at = parts.findIndex(
      ({ text }, index) => icao(parts[index]) && /^[A-Z]{4}$/.test(parts[index + 1]?.text ?? '') && text !== '',
    );
    if (at < 0) return;
    report.field(parts[at], 'origin');
    report.field(parts[at + 1], 'destination');
    const runway = parts[at + 2];
    if (runway && /^\d\d[LCRO]?$/.test(runway.text))
      report.add(runway, 'Departure Runway', runway.text, { runway: runwayWords(runway.text) });
    const flight = parts.slice(at + 3).find(({ text }) => /^[A-Z]{3}\d{1,4}$/.test(text));
    report.field(flight, 'flight');
    report.words.push(...(runway ? [`runway ${runwayWords(runway.text)}`] : []));
  },
  RP: route,
  RI: route,
  RM: route,
  RS: route,
  RA: route,
  // Without `:` the points at which positions are wanted.
  RF(parts, report, whole, iei) {
    if (whole.includes(':')) return route(parts, report, whole, iei);
    const [first] = parts;
    const names = whole.split('.').filter((name) => /^[A-Z]{2,5}$/.test(name));
    if (!first || names.length === 0) return;
    report.add(first, 'Points', names.join(' > '));
    report.words.push(`points ${namesWords(names)}`);
  },
};

/** Levels and points: `320:GEQUE.HACKS`. */
function weatherRequest([first]: readonly Part[], report: Report, whole: string): void {
  const [levels = '', names = ''] = whole.split(':');
  const wanted = levels.split('.').filter((level) => /^\d{2,3}$/.test(level));
  const points = names.split('.').filter((name) => /^[A-Z\d]{2,13}$/.test(name));
  if (!first || wanted.length === 0) return;
  const words = wanted.map((level) => `FL${level.padStart(3, '0')}`).join(', ');
  report.add({ text: levels, start: first.start }, 'Requested Levels', words);
  if (points.length > 0)
    report.add({ text: names, start: first.start + levels.length + 1 }, 'Requested Points', points.join(' > '));
  report.words.push(`for ${words}${points.length > 0 ? ` at ${namesWords(points)}` : ''}`);
}

/** `300,DUBED,226039,300M52.NEXT,...`: level, then winds at points, with a temperature. */
function windData(parts: readonly Part[], report: Report): void {
  const [level] = parts;
  if (!level || !/^\d{2,3}$/.test(level.text)) return;
  const [, ...rest] = parts;
  const winds = rest
    .map(({ text }) => text)
    .join(',')
    .split('.')
    .flatMap((one) => {
      const [, name = '', wind = ''] = /^([A-Z\d]{2,13}),(\d{5,6})(?:,|$)/.exec(one) ?? [];
      const read = windOf(wind);
      return read ? [`${name} ${windWords(read)}`] : [];
    });
  const words = `FL${level.text.padStart(3, '0')}`;
  const last = rest.at(-1);
  if (winds.length === 0 || !last) return;
  report.add(level, `Winds at ${words}`, winds.join(', '));
  for (const part of rest) report.take(part);
  report.words.push(`${words} ${winds[0]}${winds.length > 1 ? ` and ${winds.length - 1} more` : ''}`);
}

/** `300148018.240142004`: level and wind. */
function levelWinds(phase: string): GroupReader {
  return ([first], report) => {
    const data = first?.text.split(':')[0] ?? '';
    const winds = data.split('.').flatMap((one) => {
      const [, level = '', wind = ''] = /^(\d{3})(\d{6})$/.exec(one) ?? [];
      const read = windOf(wind);
      return read ? [`FL${level} ${windWords(read)}`] : [];
    });
    if (!first || winds.length === 0) return;
    report.add({ ...first, text: data }, phase === 'climb' ? 'Climb Winds' : 'Descent Winds', winds.join(', '));
    report.words.push(`${phase} ${winds[0]}${winds.length > 1 ? ` and ${winds.length - 1} more` : ''}`);
  };
}

function answer(kind: string): GroupReader {
  return ([, reference], report) => {
    if (!reference || !/^[\dA-F]{1,4}$/.test(reference.text)) return;
    report.add(reference, 'Response', `${kind} ${reference.text}`);
    report.words.push(`${kind} ${reference.text}`);
  };
}

const routeStates: Readonly<Record<string, string>> = {
  RP: 'Route Planned',
  RI: 'Route Inactive',
  RF: 'Route Filed',
  RM: 'Route Mapped',
  RS: 'Route Saved',
};

function route([first]: readonly Part[], report: Report, whole: string, iei: string): void {
  if (!first) return;
  const state = routeStates[iei];
  if (state !== undefined) report.add({ text: '', start: first.start }, 'Route Status', state);
  routeGroup(whole, first.start, report, iei === 'RA');
}

/** `:DA:KEWR:AA:KDFW:...`: pairs of a name and a value. */
function routeGroup(whole: string, from: number, report: Report, isAlternate: boolean): void {
  const pieces = whole.split(':');
  let start = from + (pieces[0]?.length ?? 0) + 1;
  const points: string[] = [];
  for (let at = 1; at + 1 < pieces.length; at += 2) {
    const [name = '', value = ''] = pieces.slice(at, at + 2);
    const valueStart = start + name.length + 1;
    if (routeField(name, value, valueStart, report, isAlternate)) report.take({ text: `:${name}:`, start: start - 1 });
    const path = pathOf(name, value);
    if (path !== '' && !isAlternate) {
      const names = path.split(/\.+/);
      points.push(...names.map((one) => one.split(',')[0] ?? '').filter((one) => /^[A-Z]{2,5}$/.test(one)));
      const isUnverified = /[NS]\d{5}[EW]/.test(path);
      report.take({ text: path, start: valueStart + value.length - path.length });
      report.items.push({ label: 'Aircraft Route', value: names.join(' > '), isUnverified });
    }
    start = valueStart + value.length + 1;
  }
  const named = [...new Set(points)].filter((name) => name !== 'VECTOR' && name !== 'DISCO');
  if (named.length > 0) report.words.push(`via ${namesWords(named)}`);
}

/** Behind a name and two points the route goes on. */
function pathOf(name: string, value: string): string {
  if (name === 'F') return value;
  const at = ['CR', 'AA', 'DA', 'A', 'D', 'AP'].includes(name) ? value.indexOf('..') : -1;
  return at < 0 ? '' : value.slice(at + 2);
}

/** True = read. */
function routeField(name: string, value: string, start: number, report: Report, isAlternate: boolean): boolean {
  const [whole = ''] = value.split('..');
  const [code = ''] = whole.split(/[.,]/);
  const part = { text: whole, start };
  const airport = /^([A-Z]{4})(?:[\dA-F]{4})?$/.exec(code)?.[1];
  if (name === 'DA' && airport !== undefined) {
    if (!isAlternate) report.add({ text: airport, start }, 'Origin', airport, { from: airport });
    else report.take({ text: airport, start });
  } else if (name === 'AA' && airport !== undefined) {
    if (isAlternate) report.words.push(`alternate ${airport}`);
    report.add(
      { text: airport, start },
      isAlternate ? 'Alternate Airport' : 'Destination',
      airport,
      isAlternate ? {} : { to: airport },
    );
  } else if (name === 'R' && /^\d\d[LCRO]?(?:\(\d\d[LCRO]?\))?$/.test(whole)) {
    const [runway = '', last] = whole.split(/[()]/);
    report.add(part, 'Departure Runway', runway, { runway: runwayWords(runway) });
    if (last) report.items.push({ label: 'Arrival Runway', value: last, isUnverified: false });
    report.words.push(`runway ${runwayWords(runway)}`);
  } else if (name === 'CR' && code !== '') report.add(part, 'Company Route', whole);
  else if (name === 'FP' && value.trim() !== '') {
    report.add({ text: value.trim(), start }, 'Flight Plan', value.trim());
    report.words.push(`plan ${value.trim()}`);
  } else if (procedures[name] !== undefined && code !== '') {
    const own = approachBeforeSum.exec(whole)?.[1];
    report.add(own === undefined ? part : { text: own, start }, `${procedures[name]} Procedure`, own ?? whole);
    report.words.push(`${procedures[name]?.toLowerCase()} ${own ?? code}`);
  } else return false;
  return true;
}
/** A wrong checksum directly behind the runway. */
const approachBeforeSum = /^([A-Z]{3,4}\d\d[LRC]?)[\dA-F]{4}$/;
const procedures: Readonly<Record<string, string>> = { D: 'Departure', A: 'Arrival', AP: 'Approach' };
