/**
 * Current positions of demo aircraft for the map, every few seconds: stored frames (adsb-traffic.ts) are too sparse for motion.
 * Both use flight.ts, and the decoder of frames. Nothing is written to the database.
 */
import { clock } from '../base/clock.ts';
import type { Positions } from '../map/positions.ts';
import type { RawReport } from '../map/report.ts';
import { demoFleet } from './fleet.ts';
import { flightState } from './flight.ts';
import { airbornePosition, allCall, groundVelocity, identification, surfacePosition } from './frames.ts';
import { feedingInReach } from './health-writer.ts';
import { randomOf } from './random.ts';
import { receiveFrames } from './receive-frames.ts';
import { horizonNmi } from './stations.ts';

const everyMs = 3000;
const seed = 20_100_420;
/** Strong enough that no position is lost. */
const levelDb = -10;

/** All aircraft received by a demo station. At the gate the transponder is off. */
export function demoPositions(atMs: number): RawReport[] {
  return demoFleet.flatMap((aircraft, index) => {
    const state = flightState(aircraft, index, atMs);
    if (state.phase === 'gate') return [];
    const [nearest] = feedingInReach(state, horizonNmi(state.altFt), atMs);
    if (!nearest) return [];
    const sighting = { aircraft, state, atMs, random: randomOf(seed, index), levelDb };
    // One frame alone can be noise, so the first one is not reported.
    const kinds =
      state.altFt > 0
        ? [allCall, identification, groundVelocity, airbornePosition]
        : [allCall, identification, surfacePosition];
    const frames = kinds.flatMap((kind) => kind(sighting));
    const { reports } = receiveFrames(frames, { station: nearest.station, atMs, levelDb });
    return reports.length === 0 ? [] : reports.reduce(merged);
  });
}

/** The map needs one report per aircraft. Values of later frames replace those of earlier ones. */
const merged = (before: RawReport, after: RawReport): RawReport => ({
  ...before,
  ...(Object.fromEntries(
    Object.entries(after).filter(([, value]) => value !== undefined && value !== null),
  ) as RawReport),
});

/** Returns a function that stops it. */
export function startDemoPositions(positions: Pick<Positions, 'take'>): () => void {
  // Whole seconds, as on the wire: the map interpolates with them.
  const update = (): void => positions.take(demoPositions(Math.floor(clock.now() / 1000) * 1000));
  update();
  const timer = setInterval(update, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
