/**
 * Current positions of demo aircraft for the map, every few seconds: stored frames (adsb-traffic.ts) are too sparse for motion.
 * Both use flight.ts. Nothing is written to the database.
 */
import { clock } from '../base/clock.ts';
import type { Positions } from '../map/positions.ts';
import type { RawReport } from '../map/report.ts';
import { horizonNmi } from './coverage.ts';
import { demoFleet } from './fleet.ts';
import { flightState } from './flight.ts';
import { feedingInReach } from './outages.ts';

const everyMs = 3000;

/** All aircraft received by a demo station. At the gate the transponder is off. */
export function demoPositions(atMs: number): RawReport[] {
  return demoFleet.flatMap((aircraft, index) => {
    const state = flightState(aircraft, index, atMs);
    if (state.phase === 'gate') return [];
    const [nearest] = feedingInReach(state, horizonNmi(state.altFt), atMs);
    if (!nearest) return [];
    return {
      icao: aircraft.icao,
      atMs,
      stationId: nearest.station.receivers.ADSB,
      lat: state.lat,
      lon: state.lon,
      angleDeg: state.courseDeg,
      groundSpeedKt: state.speedKt,
      altitudeFt: state.altFt,
      verticalRateFtMin: state.verticalFtMin,
      callsign: state.callSign,
      isOnGround: state.altFt === 0,
    };
  });
}

/** Returns a function that stops it. */
export function startDemoPositions(positions: Pick<Positions, 'take'>): () => void {
  // Whole seconds, as on the wire: the map interpolates with them.
  const tell = (): void => positions.take(demoPositions(Math.floor(clock.now() / 1000) * 1000));
  tell();
  const timer = setInterval(tell, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
