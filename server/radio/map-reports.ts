/** Decoded frames and SBS lines as reports for the map. */
import type { RawReport } from '../map/report.ts';
import type { Decoded } from '../mode-s/decode.ts';
import { otherAddress } from '../mode-s/frame.ts';
import type { SbsMessage } from '../mode-s/sbs.ts';
import { trackDegOf, type Velocity } from '../mode-s/velocity.ts';

type Measures = Omit<RawReport, 'icao' | 'atMs' | 'stationId'>;

/** Null if the frame contains nothing for the map, or is the only one of its address. */
export function reportOfDecoded(frame: Decoded, stationId: string | null): RawReport | null {
  const { address, isConfirmed, located, timeMs, isOnGround } = frame;
  if (!isConfirmed) return null;
  if (located?.by === 'bad') {
    const report = located.contradicts && reportOf(address, timeMs, stationId);
    return report && { ...report, ...located.contradicts, isSuspect: true };
  }
  const measures = measuresOf(frame);
  if (!located && measures === null) return null;
  if (address & otherAddress) return null;
  // One literal of one shape: objects put together of others took a third of the time of a frame.
  return {
    icao: icaoOf(address),
    atMs: timeMs,
    stationId,
    isOnGround,
    lat: located?.lat,
    lon: located?.lon,
    angleDeg: measures?.angleDeg,
    groundSpeedKt: measures?.groundSpeedKt,
    altitudeFt: measures?.altitudeFt,
    verticalRateFtMin: measures?.verticalRateFtMin,
    callsign: measures?.callsign,
    squawk: measures?.squawk,
  };
}

export function reportOfSbs(message: SbsMessage, timeMs: number, stationId: string | null): RawReport | null {
  const report = reportOf(message.address, timeMs, stationId);
  return (
    report && {
      lat: message.lat,
      lon: message.lon,
      altitudeFt: message.altitudeFt,
      angleDeg: message.trackDeg,
      groundSpeedKt: message.speedKt,
      verticalRateFtMin: message.climbFtPerMin,
      callsign: message.callSign,
      squawk: message.squawk,
      isOnGround: message.isOnGround,
      isMlat: message.isMlat,
      ...report,
    }
  );
}

/** Null for an address that is not of ICAO: two aircraft may share it. */
const reportOf = (address: number, atMs: number, stationId: string | null): RawReport | null =>
  address & otherAddress ? null : { icao: icaoOf(address), atMs, stationId };
const icaoOf = (address: number): string => address.toString(16).padStart(6, '0');

function measuresOf({ squitter, reply, airToAir }: Decoded): Measures | null {
  const content = squitter?.content;
  switch (content?.kind) {
    case 'position':
      // GNSS height differs from the altitude by hundreds of feet.
      return {
        groundSpeedKt: content.speedKt,
        angleDeg: content.trackDeg,
        altitudeFt: content.isHae ? null : content.altitude?.feet,
      };
    case 'velocity':
      return velocityOf(content);
    case 'identification':
      return { callsign: content.text };
    case 'emergency':
      return { squawk: content.squawk };
  }
  if (reply) return { squawk: reply.squawk, altitudeFt: reply.altitude?.feet, callsign: reply.commB?.identification };
  return airToAir && { altitudeFt: airToAir.altitude.feet };
}

function velocityOf({ ground, air, vertical }: Velocity): Measures {
  const verticalRateFtMin = vertical?.feetPerMin;
  if (!ground || ground.eastKt === null || ground.northKt === null)
    return { angleDeg: air?.headingDeg, verticalRateFtMin };
  const groundSpeedKt = Math.hypot(ground.eastKt, ground.northKt);
  return { groundSpeedKt, angleDeg: trackDegOf(ground), verticalRateFtMin };
}
