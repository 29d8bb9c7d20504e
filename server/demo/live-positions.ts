/**
 * Where the demo's aircraft are now, told to the map every few seconds: of what a real receiver hears many times a second the demo stores a sample
 * (adsb-traffic.ts), too thin to see anything move. Both ask the same flights (flight.ts). Must not: write to the database.
 */
import { clock } from '../clock.ts';
import type { Positions } from '../positions/positions.ts';
import type { Said } from '../positions/report.ts';
import { horizonNmi } from './coverage.ts';
import { demoFleet } from './fleet.ts';
import { flightState } from './flight.ts';
import { feedingInReach } from './outages.ts';

const everyMs = 3000;

/** Of all aircraft that some station of the demo hears; at the gate the transponder is off. */
export function demoPositions(atMs: number): Said[] {
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

/** Returns the way to stop it. */
export function startDemoPositions(positions: Pick<Positions, 'take'>): () => void {
  // Whole seconds, as they travel: between two reports the map reckons with them.
  const tell = (): void => positions.take(demoPositions(Math.floor(clock.now() / 1000) * 1000));
  tell();
  const timer = setInterval(tell, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
