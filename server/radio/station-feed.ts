/** Everything received of one station: decoding, counts, rows to store, reports for the map. */
import type { AdsbMessage } from '../../contract/entities/messages.ts';
import type { SourceCounters } from '../base/ingest-counters.ts';
import type { CountKind, SourceMeter } from '../base/source-meter.ts';
import type { RawReport } from '../map/report.ts';
import { type Decoded, type DecoderOptions, ModeSDecoder } from '../mode-s/decode.ts';
import type { Refusal } from '../mode-s/frame.ts';
import type { Place } from '../mode-s/geometry.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import { rowOf } from '../mode-s/row.ts';
import { type SbsMessage, sbsRow } from '../mode-s/sbs.ts';
import type { Reception } from '../statistics/count-receptions.ts';
import { FrameCounts } from './frame-counts.ts';
import { KeepRule } from './keep-rule.ts';
import { reportOfDecoded, reportOfSbs } from './map-reports.ts';
import { Repeats } from './repeats.ts';
import { type Sighting, sightingOf, sightingOfSbs } from './sighting.ts';

type FeedOptions = {
  readonly station: string | null;
  readonly repairs: boolean;
  readonly keepSeconds: number | null;
};
type FeedOutlets = {
  readonly counters: SourceCounters;
  /** False = the queue is full. */
  readonly store: (row: AdsbMessage) => boolean;
  /** Each accepted frame, as received. */
  readonly accepted: (message: RawMessage, timeMs: number) => void;
};

/** For the counters. Noise is normal: a receiver delivers what might be a frame. */
const refusals: Readonly<Record<Refusal, string>> = {
  length: 'the length does not fit the format of the frame',
  zeros: 'the frame contains zeros only',
  format: 'the format of the frame is not assigned',
  parity: 'the parity of the frame is wrong',
  'unknown address': 'a reply whose aircraft was not received before',
};
const thinned = 'a frame without news, counted only';
const looped = 'repeated data: the receiver sends a recording again';
const copied = 'the same frame by another source of the station';
const doubtful = 'a position that the aircraft cannot have reached, or out of range';
export const elsewhere = 'a position of an address that is received at another place at the same time';
const full = 'more frames arrived than could be stored';

export class StationFeed {
  /** Position of the receiver, if it is known. */
  place: Place | null = null;
  frames = 0;
  lastFrameMs: number | null = null;
  readonly #decoder: ModeSDecoder;
  /** Halves of calculated positions are never paired with received ones. */
  #mlat: ModeSDecoder | null = null;
  readonly #rule: KeepRule;
  #repeats: Repeats | null = null;
  readonly #counts = new FrameCounts();
  #reports: RawReport[] = [];
  #meters: SourceMeter[] = [];
  #lastMs = 0;

  constructor(
    private readonly options: FeedOptions,
    private readonly outlets: FeedOutlets,
  ) {
    this.#decoder = new ModeSDecoder(this.#decoderOptions());
    this.#rule = new KeepRule(options.keepSeconds);
  }

  /** Rows are so many times rarer. Changes are still stored. */
  widen(factor: number): void {
    this.#rule.factor = factor;
  }

  /** Two sources deliver frames of this station. */
  expectCopies(): void {
    this.#repeats ??= new Repeats();
  }

  /** `meter` = that of its source. `isOld` = part of a recording that is sent again. */
  takeFrame(message: RawMessage, timeMs: number, arrivalMs: number, meter: SourceMeter, isOld = false): void {
    const { counters } = this.outlets;
    counters.received++;
    meter.receive(arrivalMs);
    if (isOld) {
      this.#leaveOut('repeated', looped, meter);
      return;
    }
    if (this.#repeats?.isRepeat(message, arrivalMs)) {
      counters.duplicates++;
      meter.add('repeated', copied);
      return;
    }
    if (message.isMlat) {
      this.#takeMlat(message, timeMs, meter);
      this.#leaveOut('leftOut', mlat, meter);
      return;
    }
    const decoded = decodedOf(this.#decoder, message, this.#distinct(timeMs));
    if ('kind' in decoded) {
      this.#leaveOut(decoded.kind, decoded.reason, meter);
      return;
    }
    if (decoded.located?.by === 'bad') meter.add('doubtful', doubtful);
    this.outlets.accepted(message, decoded.timeMs);
    const { station } = this.options;
    // One frame with an incomplete parity can be noise.
    const isCertain = decoded.isProof || decoded.isConfirmed;
    this.#take(sightingOf(decoded), reportOfDecoded(decoded, station), isCertain, meter, () => rowOf(decoded, station));
  }

  /** Times of SBS are local times without a zone, so the arrival counts. */
  takeLine(message: SbsMessage, arrivalMs: number, meter: SourceMeter, isOld = false): void {
    const { station } = this.options;
    this.outlets.counters.received++;
    meter.receive(arrivalMs);
    if (isOld) {
      this.#leaveOut('repeated', looped, meter);
      return;
    }
    const timeMs = this.#distinct(arrivalMs);
    if (message.isMlat) {
      this.#report(reportOfSbs(message, timeMs, station), meter);
      this.#leaveOut('leftOut', mlat, meter);
      return;
    }
    this.#take(sightingOfSbs(message, timeMs), reportOfSbs(message, timeMs, station), true, meter, () =>
      sbsRow(message, timeMs, station),
    );
  }

  /** Received and not read. */
  drop(reason: string, meter: SourceMeter): void {
    const { counters } = this.outlets;
    counters.received++;
    counters.dropped++;
    meter.received++;
    meter.add('dropped', reason);
  }

  /** For the map, since the last call. */
  takeReports(): RawReport[] {
    return this.takeMetered().reports;
  }
  /** With the meters of their sources, in the same order. */
  takeMetered(): { readonly reports: RawReport[]; readonly meters: SourceMeter[] } {
    const [reports, meters] = [this.#reports, this.#meters];
    [this.#reports, this.#meters] = [[], []];
    return { reports, meters };
  }
  /** For the statistics, since the last call. */
  takeCounts(): Reception[] {
    return this.#counts.take(this.options.station ?? '');
  }

  /** To the map only: it was never on the air. */
  #takeMlat(message: RawMessage, timeMs: number, meter: SourceMeter): void {
    this.#mlat ??= new ModeSDecoder(this.#decoderOptions());
    const decoded = this.#mlat.decode(message.bytes, timeMs, null);
    const report = typeof decoded === 'string' ? null : reportOfDecoded(decoded, this.options.station);
    this.#report(report && { ...report, isMlat: true }, meter);
  }

  #report(report: RawReport | null, meter: SourceMeter): void {
    if (!report) return;
    this.#reports.push(report);
    this.#meters.push(meter);
  }

  #leaveOut(kind: CountKind, reason: string, meter: SourceMeter): void {
    this.outlets.counters.leftOut.add(reason);
    meter.add(kind, reason);
  }

  #take(
    sighting: Sighting,
    report: RawReport | null,
    isCertain: boolean,
    meter: SourceMeter,
    row: () => AdsbMessage,
  ): void {
    this.frames++;
    this.lastFrameMs = sighting.timeMs;
    this.#counts.add(sighting.timeMs, sighting.place, this.place);
    this.#report(report, meter);
    const isSelected = isCertain || this.options.keepSeconds === null ? this.#rule.isSelected(sighting) : false;
    if (!isSelected) this.#leaveOut('thinned', thinned, meter);
    else if (!this.outlets.store(row())) meter.add('dropped', full);
  }

  /** In whole microseconds, as in packed minutes. Two apart, as a second in floating point is exact to a quarter: equal frames of one burst are receptions of their own, and the time is part of their identity. */
  #distinct(timeMs: number): number {
    const targetMs = inMicroseconds(timeMs);
    const isSame = targetMs <= this.#lastMs && targetMs > this.#lastMs - 1;
    this.#lastMs = isSame ? inMicroseconds(this.#lastMs + 0.002) : targetMs;
    return this.#lastMs;
  }

  /** The decoder reads the position of each moment. */
  #decoderOptions(): DecoderOptions {
    const place = (): Place | null => this.place;
    return {
      repairs: this.options.repairs,
      get station() {
        return place();
      },
    };
  }
}

type NotDecoded = { readonly kind: 'leftOut' | 'refused'; readonly reason: string };
const inMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Or why there is none. */
function decodedOf(decoder: ModeSDecoder, message: RawMessage, timeMs: number): Decoded | NotDecoded {
  if (message.bytes.length === 2) return modeAc;
  const decoded = decoder.decode(message.bytes, timeMs, message.signal);
  return typeof decoded === 'string' ? { kind: 'refused', reason: refusals[decoded] } : decoded;
}
const mlat = 'a position calculated by several receivers (MLAT)';
const modeAc: NotDecoded = { kind: 'leftOut', reason: 'a Mode A/C reply' };
