/** What the readers of this folder share: a report, its faults as words and items, and notation of dates. Pure. */
import type { DecodedItem } from '../../contract/entities/decoding.ts';
import type { Facts, FaultFact, MeaningKind } from '../../contract/entities/meaning.ts';
import { routeWords, timeOf } from '../words.ts';

export type Report = {
  readonly kind: MeaningKind;
  readonly description: string;
  readonly words: string;
  readonly facts: Facts;
  readonly items: readonly DecodedItem[];
  /** What no item accounts for. */
  readonly rest: string;
};

/** Members that a text lacks. */
export const unknownFault = {
  ...{ chapter: null, ata: null, source: null, class: null, severity: null, phase: null, persistence: null, at: null },
  ...{ impacted: [] as string[], inferred: [] as string[] },
};

export const item = (label: string, value: string, isUnverified = false): DecodedItem => ({
  label,
  value,
  isUnverified,
});
/** Without items that have no value. */
export const itemsOf = (rows: readonly (readonly [string, string | null | undefined])[]): DecodedItem[] =>
  rows.flatMap(([label, value]) => (value ? [item(label, value)] : []));

type Flight = {
  readonly [name in 'report' | 'tail' | 'flight' | 'from' | 'to']?: string | undefined;
} & { readonly time?: string | null | undefined; readonly at?: string | null };
const flightLabels = { report: 'Report', tail: 'Tail', flight: 'Flight Number', from: 'Origin', to: 'Destination' };
/** Facts and items of the head of a report. `at` = its moment, `time` = without a day. */
export function headOf({ time, at, ...named }: Flight): { facts: Facts; items: DecodedItem[]; route: string } {
  const known = Object.fromEntries(Object.entries(named).filter(([, value]) => value));
  const clock = at ? at.slice(11, 16) : time;
  return {
    facts: clock ? { ...known, time: clock } : known,
    items: itemsOf([
      ...Object.entries(flightLabels).map(([name, label]) => [label, known[name]] as const),
      ['Message Timestamp', at ? momentWords(at) : time],
    ]),
    route: routeWords(known),
  };
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** 1 to 12, 0 = no month. */
export const monthOf = (name: string): number => months.indexOf(name.toUpperCase()) + 1;

/** `time` = digits HHMM or HHMMSS. null = no such moment. */
export function momentOf(year: number, month: number, day: number, time: string): string | null {
  const clock = timeOf(time);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (clock === null || clock.startsWith('24') || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return null;
  return `${date.toISOString().slice(0, 10)}T${clock.length === 5 ? `${clock}:00` : clock}Z`;
}
/** Of `YYMMDDHHMM`. */
export const momentOfDigits = (digits: string): string | null =>
  momentOf(
    2000 + Number(digits.slice(0, 2)),
    Number(digits.slice(2, 4)),
    Number(digits.slice(4, 6)),
    digits.slice(6, 10),
  );
/** Of `DDMMMYY` and `HHMM`. */
export const momentOfDate = (date: string, time: string): string | null =>
  momentOf(2000 + Number(date.slice(5, 7)), monthOf(date.slice(2, 5)), Number(date.slice(0, 2)), time);
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `1 May 2026`, `1 May` */
export const dayWords = (day: number, month: number, year?: number): string =>
  `${day} ${monthNames[month - 1] ?? ''}${year === undefined ? '' : ` ${year}`}`;
/** `1 May 2026, 23:30Z` */
export const momentWords = (at: string): string =>
  `${dayWords(Number(at.slice(8, 10)), Number(at.slice(5, 7)), Number(at.slice(0, 4)))}, ${at.slice(11, 16)}Z`;

/** Faults that are kept. */
const maxFaults = 200;

const names = {
  failure: ['Fault', 'faults'],
  warning: ['Warning', 'warnings'],
  effect: ['Flight deck effect', 'flight deck effects'],
  message: ['Maintenance message', 'maintenance messages'],
  status: ['Status', 'status messages'],
} as const;

const list = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(', ');

const title = ({ what, code, name, source }: FaultFact): string => {
  const named = what === 'failure' || code === undefined || code === name ? name : `${code}: ${name}`;
  return source === null ? named : `${source}: ${named}`;
};
/** Without what is inferred. */
function faultWords(fault: FaultFact): string {
  const stated = (member: 'chapter' | 'phase'): string | null =>
    fault.inferred.includes(member) ? null : fault[member];
  const chapter = stated('chapter');
  const severity = fault.persistence === null ? fault.severity : null;
  return list([title(fault), chapter && `ATA ${chapter}`, stated('phase'), fault.persistence ?? severity]);
}

function summary(faults: readonly FaultFact[]): string {
  const [first] = faults;
  if (!first) return '';
  if (faults.length === 1) {
    const head = names[first.what][0];
    const words = faultWords(first);
    return first.source !== null || first.code !== undefined ? `${head} ${words}` : `${head}: ${words}`;
  }
  const counts = new Map<FaultFact['what'], number>();
  for (const { what } of faults) counts.set(what, (counts.get(what) ?? 0) + 1);
  const counted = [...counts].map(([what, count]) =>
    count === 1 ? `1 ${names[what][0].toLowerCase()}` : `${count} ${names[what][1]}`,
  );
  return `${counted.join(' and ')}: ${faultWords(first)} and ${faults.length - 1} more`;
}

const inferredLabel = (fault: FaultFact, member: string, label: string): string =>
  fault.inferred.includes(member) ? `${label} (inferred)` : label;

function detailsOf(fault: FaultFact): DecodedItem[] {
  const { class: letters, impacted, at } = fault;
  const named = (member: keyof FaultFact, label: string, value: string | null | undefined) =>
    [inferredLabel(fault, member, label), value] as const;
  return itemsOf([
    [names[fault.what][0], fault.name],
    ['Number', fault.code],
    named('chapter', 'ATA chapter', fault.chapter),
    named('ata', 'ATA reference', fault.ata),
    ['Source', fault.source],
    named('class', isDocumentedClass(fault) ? 'Class' : 'Class (meaning not documented)', letters),
    named('phase', 'Flight phase', fault.phase),
    ['Severity', fault.severity],
    named('at', 'Time', at && momentWords(at)),
    ['Also impacted', impacted.join(', ')],
  ]);
}
const isDocumentedClass = ({ what }: FaultFact): boolean => what === 'failure' || what === 'warning';

/** `more` = facts and items around the faults. */
export function faultReport(
  description: string,
  faults: readonly FaultFact[],
  more: {
    readonly facts?: Facts;
    readonly items?: readonly DecodedItem[];
    readonly rest: string;
    readonly words: string;
  },
): Report {
  const kept = faults.slice(0, maxFaults);
  const [first] = kept;
  const items =
    kept.length === 1 && first
      ? detailsOf(first)
      : kept.map((fault) => item(names[fault.what][0], list([faultWords(fault), fault.at && momentWords(fault.at)])));
  const unread = faults.length - kept.length;
  return {
    kind: 'fault',
    description,
    words: faults.length > 0 ? list([summary(faults), routeWords(more.facts ?? {})]) : more.words,
    facts: { ...more.facts, ...(kept.length > 0 ? { faults: kept } : {}) },
    items: [...(more.items ?? []), ...items, ...itemsOf([['Faults not shown', unread > 0 ? String(unread) : null]])],
    rest: more.rest,
  };
}
