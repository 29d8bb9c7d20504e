/** Messages that belong to a flight, not to a moment: gate times, load sheet, talk with air traffic control, faults. Own file: computed once for each leg. */
import { minuteMs } from '../../contract/durations.ts';
import { loadSheet, loadSheetAnswer, movement, timetable } from './company-texts.ts';
import { dialogueOf, type Planned } from './dialogues.ts';
import { faultsOf } from './faults.ts';
import { type DemoAircraft, demoFleet, namedFleet } from './fleet.ts';
import { type FlightState, type FlownLeg, legsBetween } from './flight.ts';
import { feedingInReach } from './health-writer.ts';
import { randomOf } from './random.ts';
import { horizonNmi } from './stations.ts';
import type { Moment } from './text-parts.ts';

/** `rank` = 0 to 1: what is thinned out first has the highest. The messages of a talk share one. */
type PlannedMessage = Planned & {
  readonly aircraft: DemoAircraft;
  readonly index: number;
  readonly state: FlightState;
  readonly rank: number;
};

const seed = 20_100_423;
/** The timetable is sent before departure, a report after its movement. */
const timetableBeforeMs = 20 * minuteMs;
const reportWithinS = 90;
/** Longest time between a leg and its first and last message. */
const aroundLegMs = 45 * minuteMs;

const reports = [
  ['out', movement('QA', 'out')],
  ['off', movement('QB', 'off')],
  ['on', movement('QC', 'on')],
  ['in', movement('QD', 'in')],
] as const;
/** Share of legs over the United States with data link to the ground. */
const domesticShare = 0.05;
const withDomesticLink: readonly string[] = ['UA', 'AA', 'DL', 'WN'];

/** Messages sent from `fromMs` until before `toMs`, for all shares up to `maxRank`. */
export function plannedMessages(fromMs: number, toMs: number, maxRank: number): PlannedMessage[] {
  return demoFleet.flatMap((aircraft, index) => {
    if (!isPlanned(aircraft, index)) return [];
    return legsBetween(aircraft, index, fromMs - aroundLegMs, toMs + aroundLegMs).flatMap((leg) =>
      messagesOf(aircraft, index, leg).filter(({ atMs, rank }) => atMs >= fromMs && atMs < toMs && rank < maxRank),
    );
  });
}

/** Of most aircraft nothing but single messages is received. */
const isPlanned = (aircraft: DemoAircraft, index: number): boolean =>
  index < namedFleet.length || aircraft.hasHf || aircraft.hasVdl;

const known = new Map<string, readonly PlannedMessage[]>();
const maxKnown = 3000;
function messagesOf(aircraft: DemoAircraft, index: number, leg: FlownLeg): readonly PlannedMessage[] {
  const legNumber = Math.round(leg.times.out / 1000);
  const key = `${index} ${legNumber}`;
  const found = known.get(key);
  if (found) return found;
  if (known.size >= maxKnown) known.clear();
  const planned = plan(aircraft, index, leg, legNumber).map(({ atMs, text, rank }) => ({
    ...{ atMs, text, rank, aircraft, index },
    state: leg.stateAt(atMs),
  }));
  known.set(key, planned);
  return planned;
}

function plan(
  aircraft: DemoAircraft,
  index: number,
  leg: FlownLeg,
  legNumber: number,
): (Planned & { readonly rank: number })[] {
  const random = randomOf(seed + index, legNumber);
  const [talkRank, hasTalk] = [random.next(), random.chance(domesticShare)];
  const faults = faultsOf(aircraft, index, leg, random, isHeard).map((one) => ({ ...one, rank: 0 }));
  const talks = aircraft.hasHf || (hasTalk && withDomesticLink.includes(aircraft.airline));
  const talk = talks ? dialogueOf(aircraft, leg, random).map((one) => ({ ...one, rank: talkRank })) : [];
  return [...faults, ...talk, ...gateMessages(aircraft, index, leg)];
}

const isHeard = (state: FlightState, atMs: number): boolean =>
  feedingInReach(state, horizonNmi(state.altFt), atMs).length > 0;

/** Aircraft named in fleet.ts report every movement; of the past the first ones remain. */
function gateMessages(aircraft: DemoAircraft, index: number, leg: FlownLeg): (Planned & { readonly rank: number })[] {
  if (index >= namedFleet.length) return [];
  const { times, stateAt } = leg;
  const random = randomOf(seed + index, Math.floor(times.out / 1000) + 1);
  const rank = index / namedFleet.length;
  const seconds = (min: number, max: number): number => random.whole(min, max) * 1000;
  const at = (atMs: number, write: (moment: Moment) => Planned['text']) => {
    const sentMs = Math.round(atMs);
    return { atMs: sentMs, text: write({ aircraft, state: stateAt(sentMs), atMs: sentMs, random }), rank };
  };
  const loadMs = times.out - 6 * minuteMs - seconds(0, 120);
  return [
    at(times.out - timetableBeforeMs, timetable),
    at(loadMs, loadSheet),
    at(loadMs + seconds(40, 150), loadSheetAnswer),
    ...reports.map(([what, write]) => at(times[what] + seconds(5, reportWithinS), write)),
  ];
}
