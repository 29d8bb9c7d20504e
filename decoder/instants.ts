/** Instant of a time of day in a message of a known instant. */
import { dayMs, hourMs, minuteMs } from '../contract/durations.ts';

/** Clocks differ, and a message is sent some time after its event. */
const aheadMs = 10 * minuteMs;
const behindMs = 12 * hourMs;

/** The last instant of that minute of the day that a message of `atMs` can report as past. null = too long ago. */
export function instantOf(minuteOfDay: number, atMs: number): number | null {
  const midnightMs = Math.floor(atMs / dayMs) * dayMs;
  const latestMs = atMs + aheadMs;
  const candidateMs = [dayMs, 0, -dayMs]
    .map((days) => midnightMs + days + minuteOfDay * minuteMs)
    .find((ms) => ms <= latestMs);
  return candidateMs !== undefined && atMs - candidateMs <= behindMs ? candidateMs : null;
}

/** Of yesterday, today and tomorrow. */
export function nearestInstant(minuteOfDay: number, atMs: number): number {
  const todayMs = Math.floor(atMs / dayMs) * dayMs + minuteOfDay * minuteMs;
  return [todayMs - dayMs, todayMs, todayMs + dayMs].reduce((best, ms) =>
    Math.abs(ms - atMs) < Math.abs(best - atMs) ? ms : best,
  );
}
