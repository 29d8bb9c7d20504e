/** Movements in ACARS texts: airports, and gate departure (out), takeoff (off), landing (on), gate arrival (in). A view of what company texts say. Pure. */
import type { Facts } from '../contract/entities/meaning.ts';
import { companyFormats, readCompanyText } from './company/read-company.ts';
import { receivedText } from './reading.ts';

const movementNames = ['in', 'on', 'off', 'out'] as const;
export type Movement = (typeof movementNames)[number];

/** Airports by the code in the text, ICAO or IATA. Times in minutes of the day, UTC. */
export type MovementReport = {
  /** Flight of a timetable: uplinks have no number. */
  readonly flight: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly movement: { readonly what: Movement; readonly minuteOfDay: number } | null;
  /** Scheduled gate times. */
  readonly scheduledOut: number | null;
  readonly scheduledIn: number | null;
};

/** Labels with texts that name an airport or a movement. Flight plans are in H1. */
const telling = /\(\?<(?:origin|destination|event|out|off|on|in|scheduledOut|scheduledIn)>/;
export const movementLabels: readonly string[] = [
  ...new Set([
    ...companyFormats.filter(({ pattern }) => telling.test(pattern.source)).flatMap(({ labels }) => labels),
    'H1',
  ]),
];

/** null = no information about a flight. */
export function readMovementText(label: string | null, text: string | null): MovementReport | null {
  const facts = label === null || text === null ? null : readCompanyText(receivedText({ label, text }))?.facts;
  if (!facts) return null;
  const { from = null, to = null, times } = facts;
  const isTimetable = facts.flight !== undefined && (times?.scheduledOut ?? times?.scheduledIn) !== undefined;
  const report = {
    ...{ from, to, movement: movementOf(times) },
    flight: isTimetable ? (facts.flight ?? null) : null,
    scheduledOut: isTimetable ? minuteOf(times?.scheduledOut) : null,
    scheduledIn: isTimetable ? minuteOf(times?.scheduledIn) : null,
  };
  return Object.values(report).every((value) => value === null) ? null : report;
}

/** The last one. Out and in without a flight between them is a return to the gate. */
function movementOf(times: Facts['times'] = {}): MovementReport['movement'] {
  if (times.out !== undefined && times.in !== undefined && times.off === undefined && times.on === undefined)
    return null;
  const what = movementNames.find((name) => times[name] !== undefined);
  const minuteOfDay = minuteOf(what && times[what]);
  return what === undefined || minuteOfDay === null ? null : { what, minuteOfDay };
}

/** `HH:MM` or `HH:MM:SS`. null = none, or the end of a day. */
function minuteOf(time: string | undefined): number | null {
  const [hours = 24, minutes = 0] = (time ?? '').split(':').map(Number);
  return time === undefined || hours >= 24 ? null : hours * 60 + minutes;
}
