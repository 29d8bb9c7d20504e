/**
 * Reads company texts by a table: one row per format, with its fields as named groups. Everything of a text outside `rest` groups is accounted for; `same` repeats
 * another group. A group inside `rest` is accounted for. A field that is not as it should be is not shown. Pure.
 */
import type { DecodedItem } from '../../contract/entities/decoding.ts';
import type { FactPlace, Facts, MeaningKind } from '../../contract/entities/meaning.ts';
import { type FoundPosition, positionsIn, writePosition } from '../gate/coordinates.ts';
import type { Ledger, Span } from '../gate/ledger.ts';
import {
  celsiusWords,
  degreesWords,
  gateWords,
  grouped,
  oneLine,
  positionWords,
  pressureFeet,
  pressureLevel,
  timeOf,
} from '../words.ts';

type GateTime = keyof NonNullable<Facts['times']>;

export type Format = {
  readonly labels: readonly string[];
  readonly kind: MeaningKind;
  /** Title of the details. */
  readonly description: string;
  readonly pattern: RegExp;
  /** A text of this format, made up: its test reads it. */
  readonly example: string;
  /** Where the format is documented, or what proves its reading. */
  readonly source: string;
  /** Names of items by group, if they differ from those below. */
  readonly names?: Readonly<Record<string, string>>;
  /** What the group `event` is the time of. */
  readonly event?: GateTime;
  /** Unit of `fuel`, if the format implies it. */
  readonly fuelUnit?: 'kg' | 'lb' | 't';
  /** A group without which the report is not whole. */
  readonly needs?: string;
  /** Facts besides those of its fields. */
  readonly more?: (facts: Facts, groups: Groups) => Facts;
  /** Instead of the words of its kind. null = nothing to say: those of the kind. */
  readonly words?: (facts: Facts, groups: Groups) => string | null;
};
export type Groups = Readonly<Record<string, string | undefined>>;
export type FormatReading = {
  readonly kind: MeaningKind;
  readonly description: string;
  readonly words: string;
  readonly items: readonly DecodedItem[];
  readonly facts: Facts;
  /** False: the report lacks what its kind is about. */
  readonly isWhole: boolean;
};

/** A readable value: words of its item, and its facts. null = not as it should be. */
type Value = { readonly words: string; readonly facts?: Facts } | null;
type Field = readonly [label: string, read: (value: string, format: Format) => Value];

const shown = (words: string, facts?: Facts): Value => (facts ? { words, facts } : { words });
const asIs = (value: string): Value => (value.trim() === '' ? null : shown(value.trim()));
/** Longer ones are no codes or names. */
const longestCode = 24;
const code =
  (facts: (value: string) => Facts) =>
  (value: string): Value =>
    value.trim() === '' || value.length > longestCode ? null : shown(value.trim(), facts(value.trim()));
const inRange =
  (min: number, max: number, write: (value: number) => Value) =>
  (value: string): Value => {
    const amount = Number(value.trim());
    return value.trim() !== '' && amount >= min && amount <= max ? write(amount) : null;
  };
const clock =
  (facts: (time: string, format: Format) => Facts) =>
  (value: string, format: Format): Value => {
    const time = timeOf(value.replaceAll(':', ''));
    return time === null ? null : shown(`${time}Z`, facts(time, format));
  };
const gateTime = (name: GateTime, time: string): Facts => ({ times: { [name]: time } });
const altitudeOf = (altitude: NonNullable<Facts['altitude']>): Value => shown(altitude.words, { altitude });
const degrees = (value: number): string => `${String(value).padStart(3, '0')}°`;
const temperatureOf = (celsius: number): Value =>
  celsius >= -110 && celsius <= 60 ? shown(celsiusWords(celsius), { temperatureC: celsius }) : null;

/** Items by the name of their group. */
export const fields: Readonly<Record<string, Field>> = {
  origin: ['Origin', code((from) => ({ from }))],
  destination: ['Destination', code((to) => ({ to }))],
  airport: ['Airport', asIs],
  flight: ['Flight Number', code((flight) => ({ flight }))],
  tail: ['Tail', code((tail) => ({ tail }))],
  depDay: ['Departure Day', inRange(1, 31, (day) => shown(String(day)))],
  arrDay: ['Arrival Day', inRange(1, 31, (day) => shown(String(day)))],
  day: ['Day of Month', inRange(1, 31, (day) => shown(String(day)))],
  time: ['Message Timestamp', clock((time) => ({ time }))],
  event: ['Time', clock((time, { event }) => (event ? gateTime(event, time) : {}))],
  eta: ['Estimated Time of Arrival', clock((time) => gateTime('eta', time))],
  out: ['Out of Gate Time', clock((time) => gateTime('out', time))],
  off: ['Takeoff Time', clock((time) => gateTime('off', time))],
  on: ['Landing Time', clock((time) => gateTime('on', time))],
  in: ['In Gate Time', clock((time) => gateTime('in', time))],
  feet: ['Altitude', inRange(-2000, 60_000, (feet) => altitudeOf(pressureFeet(feet)))],
  level: ['Altitude', inRange(0, 600, (level) => altitudeOf(pressureLevel(level)))],
  ground: ['Altitude', () => shown('on the ground', { altitude: { words: 'on the ground', ft: null } })],
  speed: ['Aircraft Groundspeed', inRange(1, 1200, (value) => shown(`${value} kt`, { speed: { value, unit: 'kt' } }))],
  temperature: [
    'Outside Air Temperature',
    (value) => {
      const digits = value.replace(/[\sPC+]/g, '').replace('M', '-');
      return temperatureOf(digits === '' ? Number.NaN : Number(digits));
    },
  ],
  waypoint: ['Waypoint', code((name) => ({ position: { name } }))],
  next: ['Next Waypoint', code((name) => ({ next: [{ name }] }))],
  fuel: [
    'Fuel On Board',
    (value, { fuelUnit }) => {
      const amount = Number(value.trim());
      return value.trim() === '' || !(amount > 0)
        ? null
        : shown(fuelUnit ? `${grouped(amount)} ${fuelUnit}` : grouped(amount), {
            fuel: { value: amount, unit: fuelUnit ?? null },
          });
    },
  ],
  gate: ['Gate', code((gate) => ({ gate }))],
  runway: ['Runway', code((runway) => ({ runway }))],
  /** `12.08.39` */
  dottedTime: ['Message Timestamp', (value, format) => clock((time) => ({ time }))(value.replaceAll('.', ''), format)],
  /** Thousandths. */
  mach: ['Mach Number', inRange(100, 999, (mach) => shown(`Mach 0.${mach}`))],
  heading: ['Heading', inRange(0, 360, (heading) => shown(degrees(heading)))],
  passed: ['Waypoint Passed', asIs],
  door: ['Door', asIs],
  state: ['State', asIs],
  squawk: ['Transponder Code', asIs],
  takeoffWeight: ['Takeoff Weight', asIs],
  zeroFuelWeight: ['Zero Fuel Weight', asIs],
  weightUnit: ['Unit of Weight', asIs],
  phases: ['Flight Phases', asIs],
  secondRunway: ['Runway', asIs],
  alternate: ['Alternate Airport', asIs],
  firstPoint: ['First Point', asIs],
  plannedLevel: ['Planned Level', inRange(0, 600, (level) => shown(pressureLevel(level).words))],
  plannedTime: ['Planned Time', clock(() => ({}))],
  network: ['Network', (value) => asIs({ A: 'ARINC', S: 'SITA' }[value] ?? '')],
  version: ['Version', asIs],
  iata: ['IATA', asIs],
  icao: ['ICAO', asIs],
  station: ['Ground Station', asIs],
  frequency: ['VDL Frequency', inRange(118_000, 137_000, (value) => shown(`${value / 1000} MHz`))],
  atis: ['ATIS', asIs],
  callsign: ['Callsign', asIs],
  text: ['Text Message', (value) => (value.trim() === '' ? null : shown(value.trim(), { freeText: value.trim() }))],
  checksum: ['Message Checksum', (value) => shown(`0x${value.toLowerCase()}`)],
  waypointTime: ['Waypoint Time', clock((time) => ({ position: { time } }))],
  nextTime: ['Next Waypoint Time', clock((time) => ({ next: [{ time }] }))],
  /** Tens of feet. */
  tens: ['Altitude', inRange(-200, 6000, (tens) => altitudeOf(pressureFeet(tens * 10)))],
  windFrom: ['Wind Direction', inRange(0, 360, (windFromDeg) => shown(degrees(windFromDeg), { windFromDeg }))],
  windKt: ['Wind Speed', inRange(0, 300, (windKt) => shown(`${windKt} kt`, { windKt }))],
  tenthsC: ['Outside Air Temperature', (value) => temperatureOf(Number(value.replace('M', '-').replace('P', '')) / 10)],
  flightNumber: ['Flight Number', asIs],
  scheduledOut: ['Scheduled Departure', clock((time) => gateTime('scheduledOut', time))],
  scheduledIn: ['Scheduled Arrival', clock((time) => gateTime('scheduledIn', time))],
  passengers: ['Passengers', inRange(0, 999, (passengers) => shown(String(passengers), { passengers }))],
  report: ['Report', code((report) => ({ report }))],
  stations: [
    'Weather Stations',
    (value) => {
      const airports = value.match(/\b[A-Z]{4}\b/g);
      return airports ? shown(airports.join(', '), { airports }) : null;
    },
  ],
  address: ['Address', asIs],
  chapter: ['ATA Chapter', asIs],
  section: ['ATA Section', asIs],
  subject: ['Subject', asIs],
};

/** Rows by label, with the places of their groups. */
export function byLabel(rows: readonly Format[]): ReadonlyMap<string, readonly Format[]> {
  const formats = new Map<string, Format[]>();
  for (const format of rows)
    for (const label of format.labels) {
      const pattern = new RegExp(format.pattern, `${format.pattern.flags}d`);
      formats.set(label, [...(formats.get(label) ?? []), { ...format, pattern }]);
    }
  return formats;
}

/** The first row that reads the text. null = none. */
export function readFormat(rows: readonly Format[], label: string, ledger: Ledger): FormatReading | null {
  for (const format of rows) {
    const match = format.pattern.exec(ledger.text);
    const reading =
      match?.groups && match.indices?.groups
        ? readMatch(label, format, match.groups, match.indices.groups, ledger)
        : null;
    if (reading) return reading;
  }
  return null;
}

type Indices = Readonly<Record<string, [number, number] | undefined>>;

/** null = nothing of it can be shown. */
function readMatch(
  label: string,
  format: Format,
  groups: Groups,
  indices: Indices,
  ledger: Ledger,
): FormatReading | null {
  const items: DecodedItem[] = [];
  const open: Span[] = [];
  const read: Span[] = [];
  const names = new Set<string>();
  let facts: Facts = {};
  const airports = [groups.origin, groups.destination].filter((one) => one !== undefined);
  for (const [group, value] of Object.entries(groups)) {
    const span = indices[group];
    if (value === undefined || span === undefined || group === 'same') continue;
    const field = group === 'position' ? positionField(label, ledger, span, airports) : readField(format, group, value);
    if (field) {
      items.push(field.item);
      facts = withFacts(facts, field.facts);
      names.add(group);
      read.push(span);
    } else open.push(span);
  }
  if (items.length === 0) return null;
  if (format.more) facts = { ...facts, ...format.more(facts, groups) };
  const isRead = new Uint8Array(ledger.text.length).fill(1);
  for (const span of open) isRead.fill(0, ...span);
  for (const span of read) isRead.fill(1, ...span);
  for (let at = 0; at < isRead.length; at++) {
    const start = at;
    while (isRead[at]) at++;
    if (at > start) ledger.take([start, at]);
  }
  const isWhole = format.needs === undefined || names.has(format.needs);
  const { kind, description } = format;
  return {
    kind,
    description,
    items,
    facts,
    isWhole,
    words: format.words?.(facts, groups) ?? wordsOf(kind, description, facts),
  };
}

/** Members of both. Of a place and of times too. */
export function withFacts(a: Facts, b: Facts): Facts {
  const position = a.position || b.position ? { position: { ...a.position, ...b.position } } : {};
  const times = a.times || b.times ? { times: { ...a.times, ...b.times } } : {};
  const next = a.next || b.next ? { next: joinNext(a.next ?? [], b.next ?? []) } : {};
  return { ...a, ...b, ...position, ...times, ...next };
}

/** A time without a place belongs to the place before it. */
function joinNext(a: readonly FactPlace[], b: readonly FactPlace[]): FactPlace[] {
  const last = a.at(-1);
  const [first, ...others] = b;
  return last && first && Object.keys(first).join() === 'time'
    ? [...a.slice(0, -1), { ...last, ...first }, ...others]
    : [...a, ...b];
}

/** Words of a kind. Without a value the description stands alone. */
export function wordsOf(kind: MeaningKind, description: string, facts: Facts): string {
  if (kind === 'position') return positionWords(facts);
  if (kind === 'gateTimes') {
    const { lat, lon } = facts.position ?? {};
    const where = lat === undefined || lon === undefined ? '' : `, position ${degreesWords({ lat, lon })}`;
    return `${gateWords(facts) ?? description}${where}`;
  }
  if (kind === 'freeText' && facts.freeText) return oneLine(facts.freeText);
  return description;
}

type FoundField = { readonly item: DecodedItem; readonly facts: Facts };

export function readField(format: Format, group: string, value: string): FoundField | null {
  const [label, read] = fields[group] ?? [];
  const found = read?.(value, format) ?? null;
  return label === undefined || found === null
    ? null
    : {
        item: { label: format.names?.[group] ?? label, value: found.words, isUnverified: false },
        facts: found.facts ?? {},
      };
}

export function positionField(
  label: string,
  { text, known }: Ledger,
  [start, end]: Span,
  airports: readonly string[],
): FoundField | null {
  const found = positionsIn(label, text, {
    airports,
    known: label === 'SQ' ? null : known,
    bare: 'any',
    within: [start, end],
  }).find((one) => one.start >= start && one.end <= end);
  if (!found) return null;
  return label === 'SQ'
    ? { item: placeItem(found, 'Ground Station Location'), facts: {} }
    : { item: placeItem(found, 'Aircraft Position'), facts: { position: { lat: found.lat, lon: found.lon } } };
}
const placeItem = (found: FoundPosition, label: string): DecodedItem => ({
  label,
  value: writePosition(found),
  isUnverified: true,
});
