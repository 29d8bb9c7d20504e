/**
 * Bytes of one connection to frames of a station, at the times of reception.
 * Own file: one connection, apart from the sources that open it.
 */
import { dayMs } from '../../../contract/durations.ts';
import type { SourceMeter } from '../../base/source-meter.ts';
import { BeastReader } from '../mode-s/beast.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import { AvrReader, SbsReader } from '../mode-s/text-input.ts';
import { Loops } from './loops.ts';
import type { SourceFormat } from './radio-config.ts';
import type { StationFeed } from './station-feed.ts';

/** `receiver` = id of a receiver behind an aggregator. */
type FeedOf = (receiver: string | null) => StationFeed;
type FrameReader = { read(chunk: Uint8Array): RawMessage[] };

const maxClocks = 200;

type Read = (chunk: Uint8Array, arrivalMs: number) => void;

/** @returns a function for the chunks of a connection, and when they arrived. `loops` = of all connections of a receiver. */
export function sourceReader(
  format: Exclude<SourceFormat, 'acars'>,
  feedOf: FeedOf,
  meter: SourceMeter,
  loops: Loops = new Loops(),
): Read {
  if (format === 'sbs') return sbsReader(feedOf, meter, loops);
  if (format === 'avr') return avrReader(feedOf, meter, loops);
  const beast = new BeastReader();
  const read = frameReader(beast, feedOf, meter, loops);
  let [cut, skipped] = [0, 0];
  return (chunk, arrivalMs) => {
    read(chunk, arrivalMs);
    meter.add('refused', 'a frame cut by the start of the next', beast.counts.cut - cut);
    meter.add('refused', 'bytes outside of frames', beast.counts.skippedBytes - skipped);
    cut = beast.counts.cut;
    skipped = beast.counts.skippedBytes;
    // A receiver that sends its position needs no station record.
    if (beast.place) feedOf(null).place ??= beast.place;
  };
}

function sbsReader(feedOf: FeedOf, meter: SourceMeter, loops: Loops): Read {
  const lines = new SbsReader();
  const flood = new Flood();
  let [refused, other] = [0, 0];
  return (chunk, arrivalMs) => {
    for (const message of lines.read(chunk)) {
      const feed = feedOf(null);
      if (flood.isTooMuch(arrivalMs)) feed.drop(flooded, meter);
      else feed.takeLine(message, arrivalMs, meter, loops.isRepeatedLine(Object.values(message).join(), arrivalMs));
    }
    meter.add('refused', 'not a line in SBS format', lines.counts.broken + lines.skipped - refused);
    meter.add('leftOut', 'an SBS line about the session', lines.counts.other - other);
    refused = lines.counts.broken + lines.skipped;
    other = lines.counts.other;
  };
}

function avrReader(feedOf: FeedOf, meter: SourceMeter, loops: Loops): Read {
  const avr = new AvrReader();
  const read = frameReader(avr, feedOf, meter, loops);
  let refused = 0;
  return (chunk, arrivalMs) => {
    read(chunk, arrivalMs);
    meter.add('refused', 'not a frame in AVR format', avr.counts.broken + avr.skipped - refused);
    refused = avr.counts.broken + avr.skipped;
  };
}

function frameReader(frames: FrameReader, feedOf: FeedOf, meter: SourceMeter, loops: Loops): Read {
  const flood = new Flood();
  const clocks = new Map<string | null, ReceiverClock>();
  const clockOf = (receiver: string | null): ReceiverClock => {
    const clock = clocks.get(receiver) ?? new ReceiverClock();
    if (clocks.size < maxClocks) clocks.set(receiver, clock);
    return clock;
  };
  return (chunk, arrivalMs) => {
    for (const message of frames.read(chunk)) {
      if (flood.isTooMuch(arrivalMs)) {
        feedOf(message.receiver).drop(flooded, meter);
        continue;
      }
      const timeMs = clockOf(message.receiver).timeOf(message.counter, arrivalMs);
      const isOld = loops.isRepeat(message, arrivalMs);
      feedOf(message.receiver).takeFrame(message, timeMs, arrivalMs, meter, isOld);
    }
  };
}

// ---- Limit of one connection. More frames than any antenna delivers would take the time of all others.

const maxPerSecond = 50_000;
/** Of the golden ratio: its multiples are spread evenly, and in step with no order of frames. */
const stride = (Math.sqrt(5) - 1) / 2;
const flooded = 'more than 50,000 frames/s on one connection';

export class Flood {
  #second = Number.NaN;
  #frames = 0;
  #read = 0;
  /** Of each frame of this second: known from the last one. */
  #share = 1;
  #phase = 0;

  /** Whether the frame is too much. From the second second of a flood on, those that are read are an even sample. */
  isTooMuch(arrivalMs: number): boolean {
    const second = Math.floor(arrivalMs / 1000);
    if (second !== this.#second) {
      this.#share = second === this.#second + 1 ? Math.min(1, maxPerSecond / this.#frames) : 1;
      this.#second = second;
      this.#frames = 0;
      this.#read = 0;
    }
    this.#frames++;
    this.#phase = (this.#phase + stride) % 1;
    if (this.#phase >= this.#share || this.#read >= maxPerSecond) return true;
    this.#read++;
    return false;
  }
}

// ---- Times of frames by the clock of their receiver. Networks deliver in bursts, and pairs of positions need the times of reception.
// The counter is 12 MHz from any start, or the time of day by GPS. One clock per connection and receiver id.

const tickMs = 1 / 12_000;
const wrap = 2 ** 48;
/** GPS: 18 bits of seconds, 30 bits of nanoseconds. */
const nanosecondSize = 2 ** 30;

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
