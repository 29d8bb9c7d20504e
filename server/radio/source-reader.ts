/** Bytes of one connection to frames of a station, at the times of reception. */

import type { SourceMeter } from '../base/source-meter.ts';
import { AvrReader } from '../mode-s/avr.ts';
import { BeastReader } from '../mode-s/beast.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import { ReceiverClock } from '../mode-s/receiver-clock.ts';
import { SbsReader } from '../mode-s/sbs.ts';
import { Flood, flooded } from './flood.ts';
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
