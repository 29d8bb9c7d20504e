/**
 * The server's time as far as its answers tell it: a device whose clock is wrong still asks for the right window (faults 5.5).
 * Must not: be used for the end of a session (that is told by this device's clock, C04).
 */

/** An answer that took longer says too little about the instant at which it was written. */
const longestTripMs = 5000;
/** The Date header has whole seconds, and clocks may differ a little: below this the device is believed. */
const believedMs = 3000;

let offsetMs = 0;

/** How far the server is ahead of this device; null when the answer does not tell. `sentAt`, `gotAt`: epoch ms of this device. */
export function offsetOf(dateHeader: string | null, sentAt: number, gotAt: number): number | null {
  const written = Date.parse(dateHeader ?? '');
  if (!Number.isFinite(written) || gotAt < sentAt || gotAt - sentAt > longestTripMs) return null;
  const offset = Math.round(written + 500 - (sentAt + gotAt) / 2);
  return Math.abs(offset) < believedMs ? 0 : offset;
}

export function learnServerTime(dateHeader: string | null, sentAt: number, gotAt: number): void {
  offsetMs = offsetOf(dateHeader, sentAt, gotAt) ?? offsetMs;
}

/** Epoch ms of the server's clock, as last learnt. */
export const serverNow = (): number => Date.now() + offsetMs;
/** How wrong this device's clock is, ms; 0 = right or not known. */
export const clockOffsetMs = (): number => offsetMs;
