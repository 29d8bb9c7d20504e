/** Kinds of demo messages by phase of flight, with their frequency. */
import type { FlightState } from './flight.ts';
import { engineTrend, faultReport, fileTransfer, flightPlan, weatherProfile } from './long-texts.ts';
import {
  adsReport,
  atis,
  atisRequest,
  bare,
  type DemoText,
  expectedTime,
  gateNote,
  h1Engine,
  h1Position,
  label10,
  label15,
  label16,
  label20,
  label21,
  label44,
  label80,
  type Moment,
  mediaAdvisory,
  miam,
  movement,
  weatherRequest,
} from './texts.ts';

type Writer = (moment: Moment) => DemoText;
type Weighted = readonly [weight: number, write: Writer];
const positions: readonly Weighted[] = [
  [12, h1Position],
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
  gate: [...always, [5, weatherRequest], [4, miam]],
  'taxi-out': [...always, [8, movement('QA', 'out')], [3, label44]],
  climb: [...always, ...positions, [10, movement('QB', 'off')], [5, h1Engine]],
  cruise: [...always, ...positions, [12, h1Engine], [4, expectedTime], [3, weatherRequest], [2, miam]],
  descent: [...always, ...positions, [7, atisRequest], [7, atis], [5, gateNote], [5, expectedTime]],
  'taxi-in': [...always, [10, movement('QC', 'on')], [3, miam]],
};
const overHf: readonly Weighted[] = [
  [10, bare('_d')],
  [4, bare('Q0', 'S')],
  [8, adsReport],
  [4, h1Position],
  [2, mediaAdvisory],
];
const longByPhase: Readonly<Record<FlightState['phase'], readonly Weighted[]>> = {
  gate: [
    [8, flightPlan],
    [2, fileTransfer],
    [1, faultReport],
  ],
  'taxi-out': [
    [8, flightPlan],
    [2, fileTransfer],
  ],
  climb: [
    [5, engineTrend],
    [5, weatherProfile],
  ],
  cruise: [
    [10, engineTrend],
    [3, faultReport],
    [3, flightPlan],
    [2, fileTransfer],
  ],
  descent: [
    [8, weatherProfile],
    [4, engineTrend],
    [3, faultReport],
  ],
  'taxi-in': [
    [5, faultReport],
    [4, fileTransfer],
  ],
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
  return bare('_d')();
}
