/**
 * Kinds of demo messages by phase of flight, with their frequency.
 * Own file: which texts are sent, which changes without the traffic.
 */
import { atis, atisRequest } from './ats-texts.ts';
import {
  bare,
  crewMessage,
  engineReport,
  engineTrend,
  expectedTime,
  flightPlan,
  fmsPosition,
  gateNote,
  groundMessage,
  label10,
  label15,
  label16,
  label20,
  label21,
  label44,
  label80,
  mediaAdvisory,
  movement,
  packedReport,
  packedTrend,
  type Writer,
  weatherRequest,
  windObservations,
} from './company-texts.ts';
import type { FlightState } from './flight.ts';
import type { DemoText, Moment } from './text-parts.ts';

type Weighted = readonly [weight: number, write: Writer];
const positions: readonly Weighted[] = [
  [12, fmsPosition],
  [6, label10],
  [4, label15],
  [5, label16],
  [4, label20],
  [7, label21],
  [5, label44],
  [4, label80],
];
const always: readonly Weighted[] = [
  [13, bare('_d')],
  [6, bare('Q0', 'S')],
  [3, mediaAdvisory],
];
const byPhase: Readonly<Record<FlightState['phase'], readonly Weighted[]>> = {
  gate: [...always, [5, weatherRequest], [2, groundMessage]],
  'taxi-out': [...always, [8, movement('QA', 'out')], [3, label44]],
  climb: [...always, ...positions, [10, movement('QB', 'off')], [5, engineReport]],
  cruise: [
    ...[...always, ...positions],
    ...([
      [10, engineReport],
      [4, expectedTime],
      [3, weatherRequest],
      [2, packedReport],
      [2, crewMessage],
    ] as const),
  ],
  descent: [
    ...[...always, ...positions],
    ...([
      [7, atisRequest],
      [7, atis],
      [5, gateNote],
      [5, expectedTime],
      [2, groundMessage],
    ] as const),
  ],
  'taxi-in': [...always, [10, movement('QC', 'on')]],
};
const overHf: readonly Weighted[] = [
  [10, bare('_d')],
  [4, bare('Q0', 'S')],
  [10, fmsPosition],
  [2, mediaAdvisory],
];
const longByPhase: Readonly<Record<FlightState['phase'], readonly Weighted[]>> = {
  gate: [[8, flightPlan]],
  'taxi-out': [[8, flightPlan]],
  climb: [
    [5, engineTrend],
    [5, windObservations],
  ],
  cruise: [
    [10, engineTrend],
    [3, flightPlan],
    [3, windObservations],
    [2, packedTrend],
  ],
  descent: [
    [8, windObservations],
    [4, engineTrend],
    [1, packedTrend],
  ],
  'taxi-in': [[4, engineTrend]],
};

/** A message of this aircraft, or to it, at this moment, in one block. */
export const writeText = (moment: Moment, isHf: boolean): DemoText =>
  choose(moment, isHf ? overHf : byPhase[moment.state.phase]);

/** The same, longer than a block. */
export const writeLongText = (moment: Moment): DemoText => choose(moment, longByPhase[moment.state.phase]);

function choose(moment: Moment, choices: readonly Weighted[]): DemoText {
  let left = moment.random.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, write] of choices) {
    left -= weight;
    if (left < 0) return write(moment);
  }
  return bare('_d')(moment);
}
