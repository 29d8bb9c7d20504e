/**
 * What the fields of a station may hold (STN-05, STN-06), declared once for the form and the server; each says it in words of its own.
 * Must not: hold a sentence, or judge what only the database can judge (a user that is not there, a number that is taken).
 */
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
  /** Nobody fed anything before; what is older is a slip. */
  earliestStart: '2000-01-01T00:00:00Z',
  /** A change may be entered before it takes place. */
  latestStartDays: 366,
} as const;

/** ASCII digits: those of other scripts are not what is painted on a receiver. */
export function stationIdFault(text: string): StationFault | null {
  const digits = text.trim();
  if (digits === '') return 'missing';
  if (!/^\d+$/.test(digits)) return 'not-digits';
  return digits.length > stationLimits.stationIdDigits ? 'too-long' : null;
}

/** Bounds belong to it. */
export function degreesFault(degrees: number | null, limit: number): StationFault | null {
  if (degrees === null || !Number.isFinite(degrees)) return 'missing';
  return Math.abs(degrees) > limit ? 'beyond' : null;
}

/** The begin of a feeder or a place, in any written form of an instant. */
export function startFault(text: string, nowMs: number): StationFault | null {
  if (text.trim() === '') return 'missing';
  const ms = parseInstant(text);
  // Years below 100 are no instant anywhere here; they are told as what they are.
  if (ms === null) return /^0{2}\d\d-\d\d-\d\d/.test(text.trim()) ? 'too-early' : 'not-an-instant';
  if (ms < Date.parse(stationLimits.earliestStart)) return 'too-early';
  return ms > nowMs + stationLimits.latestStartDays * 86_400_000 ? 'too-late' : null;
}

/** One line of text: a control character in it would forge lines in mails, exports and logs. */
export function lineFault(text: string): StationFault | null {
  if (text.length > stationLimits.lineLength) return 'too-long';
  return /\p{Cc}/u.test(text) ? 'control-characters' : null;
}

/** Several lines. */
export function noteFault(text: string): StationFault | null {
  if (text.length > stationLimits.noteLength) return 'too-long';
  return /(?![\n\r\t])\p{Cc}/u.test(text) ? 'control-characters' : null;
}

/** Degrees as a person types them, a comma for the point included; null = not a number, or nothing. */
export function readDegrees(text: string): number | null {
  const typed = text.trim().replace('−', '-').replace(',', '.');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : null;
}
