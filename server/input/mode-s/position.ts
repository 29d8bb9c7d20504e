/** Position of an aircraft from its reports, with the checks that keep a wrong one off the map. */
import type { Fix, Track } from './aircraft.ts';
import { fromAirbornePair, fromOne, fromSurfacePair } from './cpr.ts';
import { distanceM, type Place } from './geometry.ts';
import type { PositionReport } from './squitter.ts';

/** `global` = from a pair, `local` = from the aircraft's last position. */
export type Located =
  | (Place & { readonly by: 'global' | 'local' })
  /** `contradicts` = the position, if the last one alone speaks against it: another transmitter may have sent it. */
  | { readonly by: 'bad'; readonly contradicts: Place | null };

type Bad = Extract<Located, { readonly by: 'bad' }>;
const impossible: Bad = { by: 'bad', contradicts: null };

const pairMs = { airborne: 10_000, surface: 25_000, surfaceSlow: 50_000 };
const slowKt = 25;
const fixMs = 60_000;
const motionMs = 30_000;
const localM = 50_000;
const metresPerNmi = 1852;
const rangeM = 450 * metresPerNmi;

/** Null while the other half or a reference is awaited. `station` = position of the receiver, null if unknown. */
export function locate(track: Track, report: PositionReport, timeMs: number, station: Place | null): Located | null {
  if (report.isFaulty) return impossible;
  const { half: sent, isSurface, nucp } = report;
  const half = { lat: sent.lat, lon: sent.lon, isSurface, nucp, timeMs };
  if (report.isOdd) track.odd = half;
  else track.even = half;

  const paired = byPair(track, report, timeMs, station);
  if (paired && 'contradicts' in paired) {
    track.even = null;
    track.odd = null;
    track.isFixTrusted = false;
    return paired;
  }
  const found = paired ?? byLastFix(track, report, timeMs, station);
  if (!found) return null;
  track.fix = found;
  track.isFixTrusted = true;
  return { by: paired ? 'global' : 'local', lat: found.lat, lon: found.lon };
}

function byPair(track: Track, report: PositionReport, timeMs: number, station: Place | null): Fix | Bad | null {
  const { even, odd } = track;
  if (!even || !odd || even.isSurface !== odd.isSurface) return null;
  if (Math.abs(even.timeMs - odd.timeMs) > pairLimitMs(report)) return null;
  const last = trustedFix(track, timeMs);
  const near = last ?? station;
  if (report.isSurface && !near) return null;
  const place =
    report.isSurface && near
      ? fromSurfacePair(even, odd, report.isOdd, near)
      : fromAirbornePair(even, odd, report.isOdd);
  if (place === 'crossed') return null;
  if (place === 'impossible') return impossible;
  const nucp = Math.min(even.nucp, odd.nucp, report.isSurface && last ? last.nucp : even.nucp);
  const fix: Fix = { lat: place.lat, lon: place.lon, nucp, timeMs };
  if (!isInRange(fix, station)) return impossible;
  return isReachable(track, report, fix) ? fix : { by: 'bad', contradicts: place };
}

function byLastFix(track: Track, report: PositionReport, timeMs: number, station: Place | null): Fix | null {
  const last = trustedFix(track, timeMs);
  if (!last) return null;
  const place = fromOne(report.half, report.isOdd, report.isSurface, last);
  if (place === 'impossible' || distanceM(last, place) > localM) return null;
  const fix: Fix = { lat: place.lat, lon: place.lon, nucp: Math.min(report.nucp, last.nucp), timeMs };
  return isInRange(fix, station) && isReachable(track, report, fix) ? fix : null;
}

const pairLimitMs = ({ isSurface, isTisB, speedKt }: PositionReport): number => {
  // TIS-B on the surface as well (ED-102B, 2.2.17.4.2).
  if (!isSurface || isTisB) return pairMs.airborne;
  return speedKt !== null && speedKt <= slowKt ? pairMs.surfaceSlow : pairMs.surface;
};

const freshFix = ({ fix }: Track, timeMs: number): Fix | null =>
  fix && Math.abs(timeMs - fix.timeMs) <= fixMs ? fix : null;
const trustedFix = (track: Track, timeMs: number): Fix | null => (track.isFixTrusted ? freshFix(track, timeMs) : null);

const isInRange = (fix: Fix, station: Place | null): boolean => !station || distanceM(station, fix) <= rangeM;

/** Since the last position, unless that was less certain. */
function isReachable(track: Track, report: PositionReport, fix: Fix): boolean {
  const last = freshFix(track, fix.timeMs);
  if (!last || last.nucp < fix.nucp) return true;
  const seconds = Math.abs(fix.timeMs - last.timeMs) / 1000;
  const allowedM =
    (report.isSurface ? 100 : 500) + ((seconds + 1) * maxKt(track, report, fix.timeMs) * metresPerNmi) / 3600;
  return distanceM(last, fix) <= allowedM;
}

/** A third above the speed that the aircraft reports. */
function maxKt({ motion }: Track, report: PositionReport, timeMs: number): number {
  const knownKt = motion && Math.abs(timeMs - motion.timeMs) <= motionMs ? motion.speedKt : null;
  const reportedKt = report.speedKt;
  const known = reportedKt !== null && knownKt !== null ? (reportedKt + knownKt) / 2 : (reportedKt ?? knownKt);
  const kt = ((known ?? (report.isSurface ? 100 : 600)) * 4) / 3;
  return report.isSurface ? Math.min(Math.max(kt, 20), 150) : Math.max(kt, 200);
}
