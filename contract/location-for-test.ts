/** A position of an aircraft for tests: what is not stated is unknown. */
import type { Location } from './entities/map.ts';

export const locationWith = (more: Partial<Location>): Location => ({
  ...{ id: 1, icao: '000001', lat: 45, lon: 25, angle: null, seenAt: null, callsign: null },
  ...{ altitudeFt: null, groundSpeedKt: null, verticalRateFtMin: null, isOnGround: null, squawk: null },
  ...{ lastMessageAt: null, lastFaultAt: null, typeCode: null, isMlat: false, isDoubtful: false },
  ...{ isAltitudeGeometric: false, emergency: null, positionKind: 'ADS-B', registration: null, airline: null },
  ...{ category: null, messages: 0 },
  ...more,
});
