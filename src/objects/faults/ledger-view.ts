/** What screens show of the ledger of one aircraft: the state of each fault, its legs, and the note for the work order. Pure. */
import {
  type FaultEvent,
  type FaultState,
  type FaultStateName,
  faultStates,
  type LedgerFault,
} from '../../../contract/entities/faults.ts';
import type { TailLeg } from '../../../contract/entities/tail.ts';
import { ataChapters } from '../../../decoder/faults/ata-chapters.ts';
import { legIndexAt, type StripLeg, stripCount, stripOf } from '../../../decoder/faults/leg-strip.ts';
import type { FaultChange } from '../../data/faults.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { utcDay, utcShort } from '../../lib/time.ts';

/** Of the wire, whose format is checked already: this runs for thousands of reports. */
export const msOf = (instant: string | null | undefined): number => (instant ? Date.parse(instant) || 0 : 0);

/** `isWaiting`: set here and not sent. `isAgain`: reported again after it was closed. */
export type ShownState = {
  readonly state: FaultStateName;
  /** Who set it last, if anyone did. */
  readonly set: FaultState | null;
  readonly isWaiting: boolean;
  readonly isAgain: boolean;
};

/** A report without a time of its own happened no later than it was received. */
const lastMsOf = (events: readonly FaultEvent[]): number =>
  Math.max(0, ...events.map(({ isTimed, at, lastReceived }) => msOf(isTimed ? at : lastReceived)));

/** A change that meets another one is not in effect until the user has selected. */
export function shownState({ state, events }: LedgerFault, change: FaultChange | undefined): ShownState {
  if (change && change.conflict === null && change.refusal === null)
    return { state: change.state, set: change, isWaiting: true, isAgain: false };
  const set = change?.conflict ?? state;
  const isAgain = set?.state === 'closed' && lastMsOf(events) > msOf(set.at);
  return { state: isAgain ? 'open' : (set?.state ?? 'open'), set, isWaiting: false, isAgain };
}

export const countStates = (states: readonly ShownState[]): Readonly<Record<FaultStateName, number>> =>
  Object.fromEntries(faultStates.map((name) => [name, states.filter(({ state }) => state === name).length])) as Record<
    FaultStateName,
    number
  >;

// ---- Legs

/** Oldest first, from legs of the aircraft page, newest first. */
export const stripLegsOf = (legs: readonly TailLeg[]): StripLeg[] =>
  [...legs]
    .reverse()
    .map(({ id, until, messages }) => ({ fromMs: msOf(id), toMs: msOf(until), hasMessages: messages > 0 }));

export const stripOfFault = (legs: readonly StripLeg[], { events }: LedgerFault): string =>
  stripOf(
    legs,
    events.map(({ at, what, persistence }) => ({ atMs: msOf(at), what, persistence })),
  );

type LegRow = { readonly fault: LedgerFault; readonly event: FaultEvent };
/** `leg` null = before the legs that are known. */
export type LegGroup = { readonly id: string; readonly leg: TailLeg | null; readonly rows: readonly LegRow[] };

/** Newest first. `legs` newest first. */
export function legGroups(legs: readonly TailLeg[], faults: readonly LedgerFault[]): LegGroup[] {
  const strip = stripLegsOf(legs);
  const rows: LegRow[][] = strip.map(() => []);
  const earlier: LegRow[] = [];
  for (const fault of faults)
    for (const event of fault.events) (rows[legIndexAt(strip, msOf(event.at))] ?? earlier).push({ fault, event });
  const newestFirst = (some: LegRow[]): LegRow[] => some.sort((a, b) => msOf(b.event.at) - msOf(a.event.at));
  const groups = legs.map((leg, at) => ({ id: leg.id, leg, rows: newestFirst(rows[legs.length - 1 - at] ?? []) }));
  return earlier.length > 0 ? [...groups, { id: 'earlier', leg: null, rows: newestFirst(earlier) }] : groups;
}

/** A fault with everything that screens show of it. */
export type ShownFault = {
  readonly fault: LedgerFault;
  readonly change: FaultChange | undefined;
  readonly shown: ShownState;
  /** '' without known legs. */
  readonly strip: string;
};

/** `changes` of this aircraft. `legs` newest first. */
export function shownFaults(
  faults: readonly LedgerFault[],
  legs: readonly TailLeg[],
  changes: readonly FaultChange[],
): ShownFault[] {
  const strip = stripLegsOf(legs);
  const byIdentity = new Map(changes.map((one) => [one.identity, one]));
  return faults.map((fault) => {
    const change = byIdentity.get(fault.identity);
    return { fault, change, shown: shownState(fault, change), strip: stripOfFault(strip, fault) };
  });
}

// ---- Texts

export const chapterName = (chapter: string | null): string => ataChapters[chapter ?? ''] ?? '';

/** `36-22-16` of `362216`; other references as in the text. */
export const ataText = (ata: string): string =>
  /^(\d\d){2,3}$/.test(ata) ? (ata.match(/\d\d/g) ?? []).join('-') : oneLine(ata);

/** `26 Nov`, with the year where it is another one. */
export const shortDay = (ms: number, now: number): string => {
  const day = utcDay(ms);
  const year = ` ${new Date(now).getUTCFullYear()}`;
  return day.endsWith(year) ? day.slice(0, -year.length) : day;
};

/** `36-22-16, from BMC 1, class 1, hard`. What is not stated is left out. */
export function originText({ ata, source, events }: LedgerFault): string {
  const [newest] = events;
  return [
    ata && ataText(ata),
    source && `from ${oneLine(source)}`,
    newest?.class && `class ${oneLine(newest.class)}`,
    newest?.severity && oneLine(newest.severity),
    newest?.persistence,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Lines for a work order: what, where from, how often, when last. */
export function workNote(
  tail: string,
  fault: LedgerFault,
  { legs, strip, now }: { readonly legs: readonly TailLeg[]; readonly strip: string; readonly now: number },
): string {
  const { ata, chapter, name, source, events } = fault;
  const [newest] = events;
  const oldest = events.at(-1);
  const number = ata ?? chapter;
  const since = oldest ? ` SINCE ${shortDay(msOf(oldest.at), now)}` : '';
  const often =
    strip === '' ? `${counted(events.length, 'REPORT', 'REPORTS')}${since}` : `${stripCount(strip)} LEGS${since}`;
  const leg = newest && legs[legs.length - 1 - legIndexAt(stripLegsOf(legs), msOf(newest.at))];
  const route = leg?.from && leg.to ? `${leg.from}-${leg.to}` : null;
  const lastMs = msOf(newest?.at);
  const last = newest && ['LAST', newest.flight, route, shortDay(lastMs, now), utcShort(lastMs), newest.phase];
  return [
    [tail, number && `ATA ${ataText(number)}`, name].filter(Boolean).join('  '),
    [source, newest?.persistence, often].filter(Boolean).join(', '),
    last?.filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .map((line) => oneLine(line ?? '').toUpperCase())
    .join('\n');
}
