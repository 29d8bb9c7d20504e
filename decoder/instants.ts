/** Instant of a time of day in a message of a known instant. */
import { dayMs, hourMs, minuteMs } from '../contract/durations.ts';

/** Clocks differ, and a message is sent some time after its event. */
const aheadMs = 10 * minuteMs;
const behindMs = 12 * hourMs;

/** The last instant `phaseMs` after the beginning of an hour or day (`periodMs`) that a message of `atMs` can report as past. */
export const lastInstant = (phaseMs: number, periodMs: number, atMs: number): number =>
  Math.floor((atMs + aheadMs - phaseMs) / periodMs) * periodMs + phaseMs;

/** The last instant of that minute of the day that a message of `atMs` can report as past. null = too long ago. */
export function instantOf(minuteOfDay: number, atMs: number): number | null {
  const candidateMs = lastInstant(minuteOfDay * minuteMs, dayMs, atMs);
  return atMs - candidateMs <= behindMs ? candidateMs : null;
}

/** The first instant of that minute of the day from `fromMs` on. */
export const nextInstant = (minuteOfDay: number, fromMs: number): number =>
  Math.ceil((fromMs - minuteOfDay * minuteMs) / dayMs) * dayMs + minuteOfDay * minuteMs;

/** An estimate may have passed when its message is received. No flight takes the rest of a day. */
const passedMs = 4 * hourMs;

/**
 * Of the end of a flight that began at `beganMs`, as a message of `atMs` expects it: up to 20 hours ahead, as long flights take more
 * than 12, and less than a day after the begin, which a message that is sent again hours later does not move.
 */
export function expectedInstant(minuteOfDay: number, atMs: number, beganMs: number): number {
  const instantMs = nextInstant(minuteOfDay, atMs - passedMs);
  return instantMs - beganMs < dayMs ? instantMs : instantMs - dayMs;
}

/** Of yesterday, today and tomorrow. */
export function nearestInstant(minuteOfDay: number, atMs: number): number {
  const todayMs = Math.floor(atMs / dayMs) * dayMs + minuteOfDay * minuteMs;
  return [todayMs - dayMs, todayMs, todayMs + dayMs].reduce((best, ms) =>
    Math.abs(ms - atMs) < Math.abs(best - atMs) ? ms : best,
  );
}
