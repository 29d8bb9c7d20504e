/** Everything received of one station: decoding, counts, rows to store, reports for the map. */
import { minuteMs } from '../../../contract/durations.ts';
import type { PositionKind } from '../../../contract/entities/map.ts';
import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { writeInstant } from '../../../contract/params.ts';
import { emergencyStates } from '../../../contract/squawk.ts';
import { courseDeg, distanceNmi, type Place } from '../../base/geometry.ts';
import type { SourceCounters } from '../../base/ingest-counters.ts';
import type { CountKind, SourceMeter } from '../../base/source-meter.ts';
import type { RawReport } from '../../map/report.ts';
import type { Reception } from '../../statistics/count-receptions.ts';
import { type Decoded, type DecoderOptions, ModeSDecoder } from '../mode-s/decode.ts';
import { sentSquawk, trackDegOf, type Velocity } from '../mode-s/fields.ts';
import { otherAddress, type Refusal } from '../mode-s/frame.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import { rowOf } from '../mode-s/row.ts';
import { type SbsMessage, sbsRow } from '../mode-s/text-input.ts';
import { KeepRule, type Sighting, sightingOf, sightingOfSbs } from './keep-rule.ts';

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
    this.#take(sightingOf(decoded), reportsOfDecoded(decoded, station), isCertain, meter, () =>
      rowOf(decoded, station),
    );
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
      this.#report([reportOfSbs(message, timeMs, station)], meter);
      this.#leaveOut('leftOut', mlat, meter);
      return;
    }
    this.#take(sightingOfSbs(message, timeMs), [reportOfSbs(message, timeMs, station)], true, meter, () =>
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
    const reports = typeof decoded === 'string' ? [] : reportsOfDecoded(decoded, this.options.station);
    this.#report(
      reports.map((report) => ({ ...report, positionKind: 'MLAT', frame: null })),
      meter,
    );
  }

  #report(reports: readonly RawReport[], meter: SourceMeter): void {
    for (const report of reports) {
      this.#reports.push(report);
      this.#meters.push(meter);
    }
  }

  #leaveOut(kind: CountKind, reason: string, meter: SourceMeter): void {
    this.outlets.counters.leftOut.add(reason);
    meter.add(kind, reason);
  }

  #take(
    sighting: Sighting,
    reports: readonly RawReport[],
    isCertain: boolean,
    meter: SourceMeter,
    row: () => AdsbMessage,
  ): void {
    this.frames++;
    this.lastFrameMs = sighting.timeMs;
    this.#counts.add(sighting.timeMs, sighting.place, this.place);
    this.#report(reports, meter);
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

// ---- Counts of all frames of one receiver, also of those without a row: per minute, with the farthest position in each direction.

type Minute = { frames: number; lastMs: number; readonly farthest: Map<number, Place & { readonly nmi: number }> };

const maxMinutes = 60;

export class FrameCounts {
  readonly #minutes = new Map<number, Minute>();

  /** `station` = position of the receiver: the database needs the farthest position of each direction only. */
  add(timeMs: number, place: Place | null, station: Place | null): void {
    const at = Math.floor(timeMs / minuteMs);
    const minute = this.#minutes.get(at) ?? this.#begin(at);
    minute.frames++;
    minute.lastMs = Math.max(minute.lastMs, timeMs);
    if (!place || !station) return;
    const nmi = distanceNmi(station, place);
    const direction = courseDeg(station, place);
    if (nmi > (minute.farthest.get(direction)?.nmi ?? -1))
      minute.farthest.set(direction, { lat: place.lat, lon: place.lon, nmi });
  }

  /** Since the last call. */
  take(receiver: string): Reception[] {
    const receptions: Reception[] = [];
    for (const { frames, lastMs, farthest } of this.#minutes.values()) {
      const head = { receiver, at: writeInstant(lastMs), messageType: 'ADSB', isDemo: false } as const;
      receptions.push({ ...head, lat: null, lon: null, count: frames });
      for (const { lat, lon } of farthest.values()) receptions.push({ ...head, lat, lon, count: 0 });
    }
    this.#minutes.clear();
    return receptions;
  }

  /** While the database is unavailable the counts wait. Of more than an hour the oldest minute is forgotten. */
  #begin(at: number): Minute {
    const minute = { frames: 0, lastMs: 0, farthest: new Map() };
    this.#minutes.set(at, minute);
    const [oldest] = this.#minutes.keys();
    if (this.#minutes.size > maxMinutes && oldest !== undefined) this.#minutes.delete(oldest);
    return minute;
  }
}

// ---- Decoded frames and SBS lines as reports for the map. Which of their values count is decided there, for all sources (decision 9).

type Measures = Omit<RawReport, 'icao' | 'atMs' | 'stationId'>;

/** None if the frame contains nothing for the map, or is the only one of its address. The second one brings the first. */
function reportsOfDecoded(frame: Decoded, stationId: string | null): readonly RawReport[] {
  if (!frame.isConfirmed) return none;
  const report = reportOfDecoded(frame, stationId);
  const first = frame.first && reportOfDecoded(frame.first, stationId);
  if (first) return report ? [first, report] : [first];
  return report ? [report] : none;
}
const none: readonly RawReport[] = [];

function reportOfDecoded(frame: Decoded, stationId: string | null): RawReport | null {
  const { address, located, timeMs, isOnGround } = frame;
  const positionKind = kindOfControl(frame.control);
  if (located?.by === 'bad') {
    const report = located.contradicts && reportOf(address, timeMs, stationId);
    return report && { ...report, ...located.contradicts, positionKind, isSuspect: true };
  }
  const measures = measuresOf(frame);
  if (!located && measures === null) return null;
  // One literal of one shape: objects put together of others took a third of the time of a frame.
  return {
    icao: icaoOf(address),
    atMs: timeMs,
    stationId,
    isOnGround,
    positionKind,
    frame: frame.isProof ? 'squitter' : 'reply',
    lat: located?.lat,
    lon: located?.lon,
    angleDeg: measures?.angleDeg,
    groundSpeedKt: measures?.groundSpeedKt,
    altitudeFt: measures?.altitudeFt,
    verticalRateFtMin: measures?.verticalRateFtMin,
    callsign: measures?.callsign,
    squawk: measures?.squawk,
    geometricFt: measures?.geometricFt,
    emergency: measures?.emergency,
  };
}

/** MSG,5 to 8 are replies, that their program may have taken from one frame. Their speed and track are from a register (BDS 5,0) that it guessed. */
function reportOfSbs(message: SbsMessage, timeMs: number, stationId: string | null): RawReport {
  const isReply = message.type >= 5 && !message.isMlat;
  return {
    lat: message.lat,
    lon: message.lon,
    altitudeFt: message.altitudeFt,
    geometricFt: message.geometricFt,
    angleDeg: isReply ? null : message.trackDeg,
    groundSpeedKt: isReply ? null : message.speedKt,
    verticalRateFtMin: message.climbFtPerMin,
    callsign: message.callSign,
    squawk: message.squawk,
    isOnGround: message.isOnGround,
    positionKind: message.isMlat ? 'MLAT' : 'ADS-B',
    frame: message.isMlat ? null : isReply ? 'reply' : 'squitter',
    ...reportOf(message.address, timeMs, stationId),
  };
}

const reportOf = (address: number, atMs: number, stationId: string | null): RawReport => ({
  icao: icaoOf(address),
  atMs,
  stationId,
});
const icaoOf = (address: number): string =>
  address & otherAddress
    ? `~${(address & ~otherAddress).toString(16).padStart(6, '0')}`
    : address.toString(16).padStart(6, '0');

/** Control field of DF 18: 2, 3 and 5 are TIS-B, 6 is a rebroadcast. */
const kindOfControl = (control: number | null): PositionKind => {
  if (control === 6) return 'ADS-R';
  return control === 2 || control === 3 || control === 5 ? 'TIS-B' : 'ADS-B';
};

function measuresOf({ squitter, reply, airToAir }: Decoded): Measures | null {
  const content = squitter?.content;
  switch (content?.kind) {
    case 'position':
      // GNSS height differs from the altitude by hundreds of feet.
      return {
        groundSpeedKt: content.speedKt,
        angleDeg: content.trackDeg,
        ...(content.isHae ? { geometricFt: content.altitude?.feet } : { altitudeFt: content.altitude?.feet }),
      };
    case 'altitude':
      return { altitudeFt: content.altitude.feet };
    case 'velocity':
      return velocityOf(content);
    case 'identification':
      return { callsign: content.text };
    case 'test squawk':
      return { squawk: sentSquawk(content) };
    case 'emergency':
      return { squawk: sentSquawk(content), emergency: emergencyStates[content.state]?.[0] };
    case 'accuracy':
      return content.emergency === null ? null : { emergency: emergencyStates[content.emergency]?.[0] };
  }
  if (reply) return { squawk: reply.squawk, altitudeFt: reply.altitude?.feet, callsign: reply.commB?.identification };
  return airToAir && { altitudeFt: airToAir.altitude.feet };
}

function velocityOf({ ground, air, vertical }: Velocity): Measures {
  const verticalRateFtMin = vertical?.feetPerMin;
  if (!ground || ground.eastKt === null || ground.northKt === null)
    return { angleDeg: air?.headingDeg, verticalRateFtMin };
  const groundSpeedKt = Math.hypot(ground.eastKt, ground.northKt);
  return { groundSpeedKt, angleDeg: trackDegOf(ground), verticalRateFtMin };
}

// ---- Finds frames that one receiver delivers twice, by two sources.

const withCounterMs = 5000;
/** Without a counter, equal bytes are the same frame only if they arrive almost together. */
const withoutCounterMs = 20;
const maxEntries = 100_000;

export class Repeats {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #turnedMs = 0;

  isRepeat({ bytes, counter }: RawMessage, arrivalMs: number): boolean {
    this.#turn(arrivalMs);
    const key = `${counter ?? ''} ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')}`;
    const seenMs = this.#young.get(key) ?? this.#old.get(key);
    this.#young.set(key, arrivalMs);
    return seenMs !== undefined && arrivalMs - seenMs <= (counter === null ? withoutCounterMs : withCounterMs);
  }

  #turn(nowMs: number): void {
    if (Math.abs(nowMs - this.#turnedMs) < withCounterMs && this.#young.size < maxEntries) return;
    this.#turnedMs = nowMs;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
