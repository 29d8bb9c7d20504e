/** Aircraft for tests: what is not stated is unknown. */

import { aircraftKey, type Fix } from '../../../charts/positions/fix.ts';
import type { Aircraft } from './aircraft.ts';

export const fixWith = ({ icao = '4b1803', ...more }: Partial<Fix> = {}): Fix => ({
  icao,
  key: aircraftKey(icao),
  lat: 45,
  lon: 25,
  angle: 90,
  seenAt: null,
  callsign: null,
  altitudeFt: null,
  groundSpeedKt: null,
  verticalRateFtMin: null,
  isOnGround: null,
  squawk: null,
  messageAt: null,
  faultAt: null,
  typeCode: null,
  positionKind: null,
  isAltitudeGeometric: false,
  emergency: null,
  registration: null,
  airline: null,
  category: null,
  messages: null,
  isDoubtful: false,
  kind: 'unknown',
  ...more,
});

/** Live. Its key is that of its address. */
export function aircraftWith(more: Partial<Aircraft>): Aircraft {
  const { seenAt: _, ...fix } = fixWith(more);
  return { fixAt: 0, reportTime: 0, heardAt: 0, minTravelS: 0, isStored: false, ...fix, ...more };
}
