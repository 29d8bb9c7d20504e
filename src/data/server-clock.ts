/** The server's time, from its responses, for time windows on a device with a wrong clock. The end of a session uses the device's clock (C04). */

/** A slower response is too inexact. */
const longestTripMs = 5000;
/** The Date header has whole seconds: smaller differences are ignored. */
const believedMs = 3000;

let offsetMs = 0;

/** How far the server is ahead of this device, ms; null = unknown. `sentAt`, `gotAt`: epoch ms of this device. */
export function offsetOf(dateHeader: string | null, sentAt: number, gotAt: number): number | null {
  const written = Date.parse(dateHeader ?? '');
  if (!Number.isFinite(written) || gotAt < sentAt || gotAt - sentAt > longestTripMs) return null;
  const offset = Math.round(written + 500 - (sentAt + gotAt) / 2);
  return Math.abs(offset) < believedMs ? 0 : offset;
}

export function learnServerTime(dateHeader: string | null, sentAt: number, gotAt: number): void {
  offsetMs = offsetOf(dateHeader, sentAt, gotAt) ?? offsetMs;
}

/** Epoch ms of the server's clock. */
export const serverNow = (): number => Date.now() + offsetMs;
/** Error of this device's clock, ms; 0 = correct or unknown. */
export const clockOffsetMs = (): number => offsetMs;
