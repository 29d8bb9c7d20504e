/** Rules of station fields (STN-05, STN-06), for the form and the server. Each has its own texts. */
import { parseInstant } from './params.ts';

export type StationFault =
  | 'missing'
  | 'not-digits'
  | 'too-long'
  | 'beyond'
  | 'not-an-instant'
  | 'too-early'
  | 'too-late'
  | 'control-characters';

export const stationLimits = {
  stationIdDigits: 15,
  latitude: 90,
  longitude: 180,
  lineLength: 200,
  noteLength: 2000,
  /** Earlier dates are typing errors. */
  earliestStart: '2000-01-01T00:00:00Z',
  /** A change may be entered in advance. */
  latestStartDays: 366,
} as const;

/** ASCII digits only, as printed on a receiver. */
export function stationIdFault(text: string): StationFault | null {
  const digits = text.trim();
  if (digits === '') return 'missing';
  if (!/^\d+$/.test(digits)) return 'not-digits';
  return digits.length > stationLimits.stationIdDigits ? 'too-long' : null;
}

/** Bounds are inclusive. */
export function degreesFault(degrees: number | null, limit: number): StationFault | null {
  if (degrees === null || !Number.isFinite(degrees)) return 'missing';
  return Math.abs(degrees) > limit ? 'beyond' : null;
}

/** Start of a feeder or position, in any written form of an instant. */
export function startFault(text: string, nowMs: number): StationFault | null {
  if (text.trim() === '') return 'missing';
  const ms = parseInstant(text);
  // Years below 100 are invalid everywhere and are reported as such.
  if (ms === null) return /^0{2}\d\d-\d\d-\d\d/.test(text.trim()) ? 'too-early' : 'not-an-instant';
  if (ms < Date.parse(stationLimits.earliestStart)) return 'too-early';
  return ms > nowMs + stationLimits.latestStartDays * 86_400_000 ? 'too-late' : null;
}

/** One line of text: a control character could forge lines in emails, exports and logs. */
export function lineFault(text: string): StationFault | null {
  if (text.length > stationLimits.lineLength) return 'too-long';
  return /\p{Cc}/u.test(text) ? 'control-characters' : null;
}

/** Several lines. */
export function noteFault(text: string): StationFault | null {
  if (text.length > stationLimits.noteLength) return 'too-long';
  return /(?![\n\r\t])\p{Cc}/u.test(text) ? 'control-characters' : null;
}

/** Degrees as typed, with a decimal comma or point. null = empty or not a number. */
export function readDegrees(text: string): number | null {
  const typed = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(typed) ? Number(typed) : null;
}
