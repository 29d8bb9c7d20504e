/**
 * Times of frames by the clock of their receiver. Networks deliver in bursts, and pairs of positions need the times of reception.
 * The counter is 12 MHz from any start, or the time of day by GPS. One clock per connection and receiver id.
 */

const tickMs = 1 / 12_000;
const wrap = 2 ** 48;
/** GPS: 18 bits of seconds, 30 bits of nanoseconds. */
const nanosecondSize = 2 ** 30;
const dayMs = 86_400_000;

/** Consecutive counters that have to be the time of day before it is believed. */
const gpsProof = 50;
const gpsOffMs = 2000;
/** A time farther from the arrival is wrong: the receiver has restarted, or the network has stalled. */
const maxOffMs = 1000;
/** The shortest delay of this window is the delay of the network. A clock that drifts is followed. */
const windowMs = 60_000;
const windowParts = 6;

export class ReceiverClock {
  #gpsSeen = 0;
  #last = 0;
  /** Smallest difference of arrival and counter in each part of the window, newest first. */
  #offsets: number[] = [];
  #partEndsMs = Number.NEGATIVE_INFINITY;

  /** Epoch milliseconds. Never more than a second away from the arrival. */
  timeOf(counter: number | null, arrivalMs: number): number {
    if (counter === null) return arrivalMs;
    const gpsMs = gpsTime(counter, arrivalMs);
    this.#gpsSeen = gpsMs === null ? 0 : this.#gpsSeen + 1;
    if (gpsMs !== null && this.#gpsSeen >= gpsProof) return limited(gpsMs, arrivalMs);
    return this.#byTicks(counter, arrivalMs);
  }

  #byTicks(counter: number, arrivalMs: number): number {
    // Ticks since the last counter, also over the end of 48 bits. More than half of them is backwards.
    const ahead = (counter - this.#last + wrap) % wrap;
    if (ahead > wrap / 2) this.#offsets = [];
    else if (counter < this.#last) this.#offsets = this.#offsets.map((offset) => offset + wrap * tickMs);
    this.#last = counter;
    const countedMs = counter * tickMs;
    this.#update(arrivalMs - countedMs, arrivalMs);
    const timeMs = countedMs + Math.min(...this.#offsets);
    if (Math.abs(timeMs - arrivalMs) <= maxOffMs) return timeMs;
    this.#offsets = [arrivalMs - countedMs];
    return arrivalMs;
  }

  #update(offsetMs: number, arrivalMs: number): void {
    const partMs = windowMs / windowParts;
    if (this.#offsets.length === 0 || arrivalMs >= this.#partEndsMs || arrivalMs < this.#partEndsMs - partMs) {
      this.#offsets = [offsetMs, ...this.#offsets].slice(0, windowParts);
      this.#partEndsMs = arrivalMs + partMs;
    } else this.#offsets[0] = Math.min(this.#offsets[0] ?? offsetMs, offsetMs);
  }
}

/** The moment nearest to the arrival, or null if the counter is not its time of day. */
function gpsTime(counter: number, arrivalMs: number): number | null {
  const nanoseconds = counter % nanosecondSize;
  if (nanoseconds >= 1e9) return null;
  const ofDayMs = Math.floor(counter / nanosecondSize) * 1000 + nanoseconds / 1e6;
  if (ofDayMs >= dayMs) return null;
  const offMs = ofDayMs - (arrivalMs % dayMs);
  const nearestMs = offMs - dayMs * Math.round(offMs / dayMs);
  return Math.abs(nearestMs) <= gpsOffMs ? arrivalMs + nearestMs : null;
}

const limited = (timeMs: number, arrivalMs: number): number =>
  Math.min(Math.max(timeMs, arrivalMs - maxOffMs), arrivalMs + maxOffMs);
