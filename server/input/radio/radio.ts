/** Receivers of frames and lines: connections, decoding per station, and where the results go (decision 10). */

import type { AdsbMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import type { IngestCounters, SourceState } from '../../base/ingest-counters.ts';
import { slicesOf } from '../../base/pieces.ts';
import { SourceMeter } from '../../base/source-meter.ts';
import type { Transaction } from '../../database/pool.ts';
import type { Logger } from '../../http/guard.ts';
import { type Positions, reportsAtOnce } from '../../map/positions.ts';
import type { Messages } from '../../messages/messages.ts';
import { type NewAdsb, storeAdsb } from '../../messages/store-adsb.ts';
import type { NewLine } from '../../messages/store-lines.ts';
import { countReceptions, type Reception } from '../../statistics/count-receptions.ts';
import type { Place } from '../mode-s/geometry.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import type { LineOutlet } from '../receive/json-line.ts';
import { JsonObjects } from '../receive/json-objects.ts';
import { BatchWriter, type WriterLimits } from '../receive/listeners/batch-writer.ts';
import { maxLiveLineLength, receivePiece, storeReceived } from '../receive/listeners/received-line.ts';
import { type ClientLimits, ConnectionState, startClient, startListener, usualClientLimits } from './connections.ts';
import { Loops } from './loops.ts';
import type { RadioConfig, RadioSource, SourceFormat } from './radio-config.ts';
import { RawMinutes, storeRaw } from './raw/store-raw.ts';
import { receiverPlaces } from './receiver-places.ts';
import { sourceReader } from './source-reader.ts';
import { elsewhere, StationFeed } from './station-feed.ts';

type Read = (chunk: Uint8Array, arrivalMs: number) => void;
type Stop = () => Promise<void>;
export type RadioParts = {
  readonly messages: Messages;
  readonly positions: Pick<Positions, 'take'>;
  readonly counters: IngestCounters;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** Lines and accepted frames go there, too. */
  readonly outlet?: (LineOutlet & { frame(message: RawMessage, station: string | null): void }) | undefined;
};
export type RadioOptions = {
  readonly clientLimits?: (source: RadioSource) => ClientLimits;
  readonly writer?: WriterLimits;
};

/** A source that is read. */
export type OpenSource = {
  readonly source: RadioSource;
  readonly state: ConnectionState;
  readonly meter: SourceMeter;
  /** Of a listener. */
  readonly port: number | null;
};
type Running = OpenSource & { readonly stop: Stop };

const mapEveryMs = 250;
const countEveryMs = 1000;
const placesEveryMs = 60_000;
const rawEveryMs = 1000;
/** About the size of a row in memory. */
const rowLength = 1000;
/** Receivers behind aggregators. */
const maxFeeds = 500;
const fullQueue = 'more messages arrived than could be stored';

export class Radio {
  readonly #feeds = new Map<string, StationFeed>();
  readonly #writer: BatchWriter<AdsbMessage>;
  readonly #lines: BatchWriter<NewLine>;
  readonly #running: Running[] = [];
  readonly #stops: Stop[] = [];
  readonly #raw: RawMinutes | null;
  #reportedDropped = 0;
  /** Positions of receivers, by name in lower case. */
  #places: ReadonlyMap<string, Place> = new Map();
  #factor = 1;
  #uncounted: Reception[] = [];
  #isCounting: Promise<void> | null = null;

  constructor(
    private readonly config: RadioConfig,
    private readonly parts: RadioParts,
    private readonly options: RadioOptions = {},
  ) {
    const store = (rows: readonly NewAdsb[]) =>
      storeAdsb(
        parts.messages,
        rows.map((row) => ({ ...row, isCounted: true })),
      );
    parts.counters.radioStates = () => this.states();
    this.#raw = config.rawDays === 0 ? null : new RawMinutes((minute) => storeRaw(parts.messages, minute));
    this.#lines = new BatchWriter(storeReceived(parts.messages), parts.counters, parts.log, options.writer);
    this.#writer = new BatchWriter(store, parts.counters, parts.log, options.writer);
  }

  /** Opens the sources of the settings. @throws EADDRINUSE and similar of a listener */
  async start(): Promise<void> {
    try {
      await this.#findPlaces();
      for (const source of this.config.sources) await this.open(source);
    } catch (error) {
      await this.stop();
      throw error;
    }
    this.#every(mapEveryMs, () => this.#show());
    this.#every(countEveryMs, () => this.#count());
    this.#every(placesEveryMs, () => this.#findPlaces());
    this.#every(rawEveryMs, () => this.#pack());
  }

  /** Those of the settings first. */
  get sources(): readonly OpenSource[] {
    return this.#running;
  }
  /** Of listeners. */
  get ports(): readonly number[] {
    return this.#running.flatMap(({ port }) => port ?? []);
  }
  states(): SourceState[] {
    return this.#running.map(({ source, state }) => ({
      station: source.station,
      address: source.address,
      connections: state.connections,
      since: writeInstant(state.sinceMs),
      lastReceived: state.lastByteMs === null ? null : writeInstant(state.lastByteMs),
      error: state.error,
    }));
  }

  /** Closes the connections and stores what was read. */
  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) await stop();
    for (const { stop } of this.#running.splice(0)) await stop();
    const lost = (await this.#writer.end()) + (await this.#lines.end());
    // What waited since a failure, then the rest. Without a database both are lost.
    for (let round = 0; round < 2; round++) await this.#count().catch(() => {});
    await this.#raw?.flush(clock.now(), true).catch(() => {});
    if (lost > 0) this.parts.log.warn({ lost }, 'frames or messages could not be stored before the end');
  }

  /** Reads it until `close`. @throws EADDRINUSE and similar of a listener */
  async open(source: RadioSource): Promise<OpenSource> {
    const [state, meter] = [new ConnectionState(), new SourceMeter()];
    const opened = { source, state, meter };
    if (source.way === 'listen') {
      const { port, stop } = await startListener(source, () => this.#reader(source, meter), state, meter);
      return this.#add({ ...opened, port, stop });
    }
    const limits = (this.options.clientLimits ?? usualClientLimits)(source);
    const loops = new Loops();
    const stop = startClient(source, () => this.#reader(source, meter, loops), state, limits);
    return this.#add({ ...opened, port: null, stop });
  }

  /** Stored rows stay. */
  async close(source: OpenSource): Promise<void> {
    const at = this.#running.indexOf(source as Running);
    for (const { stop } of at < 0 ? [] : this.#running.splice(at, 1)) await stop();
  }

  /** Makes the interval of stored rows so many times wider, also for later stations. */
  widen(factor: number): void {
    this.#factor = factor;
    for (const feed of this.#feeds.values()) feed.widen(factor);
  }

  /** Frames of a connection to a port of decoders. They belong to no station, unless the connection names its receivers. */
  frameReader(format: Exclude<SourceFormat, 'acars'>, meter: SourceMeter): Read {
    return sourceReader(format, (receiver) => this.#feedOf(null, receiver), meter);
  }

  #add(running: Running): OpenSource {
    this.#running.push(running);
    const { station } = running.source;
    if (this.#frameSourcesOf(station) > 1) this.#feeds.get(foldCase(station ?? ''))?.expectCopies();
    void this.#findPlaces().catch(() => {});
    return running;
  }

  #frameSourcesOf(station: string | null): number {
    const key = foldCase(station ?? '');
    return this.#running.filter(({ source }) => source.format !== 'acars' && foldCase(source.station ?? '') === key)
      .length;
  }

  #reader({ format, station }: RadioSource, meter: SourceMeter, loops?: Loops): Read {
    if (format !== 'acars') return sourceReader(format, (receiver) => this.#feedOf(station, receiver), meter, loops);
    const objects = new JsonObjects(maxLiveLineLength);
    const counters = this.parts.counters.of('tcp');
    return (chunk) => {
      for (const piece of objects.readBytes(chunk)) {
        const reception = receivePiece(piece, counters, meter, this.parts.outlet);
        if (reception && !this.#lines.offer('tcp', reception)) meter.add('dropped', fullQueue);
      }
    };
  }

  /** A source without a station is named by the receiver that it forwards. */
  #feedOf(station: string | null, receiver: string | null): StationFeed {
    const name = station ?? (receiver && this.#feeds.size < maxFeeds ? `beast-${receiver}` : null);
    const key = foldCase(name ?? '');
    const known = this.#feeds.get(key);
    if (known) return known;
    const { repairs, keepSeconds } = this.config;
    const feed = new StationFeed(
      { station: name, repairs, keepSeconds },
      {
        counters: this.parts.counters.of('radio'),
        store: (row) => this.#writer.offer('radio', { row, length: rowLength }),
        accepted: (message, timeMs) => {
          this.parts.outlet?.frame(message, name);
          this.#raw?.add(key, { bytes: message.bytes, timeMs, signal: message.signal });
        },
      },
    );
    if (this.#frameSourcesOf(name) > 1) feed.expectCopies();
    feed.place = this.#places.get(key) ?? null;
    feed.widen(this.#factor);
    this.#feeds.set(key, feed);
    return feed;
  }

  async #show(): Promise<void> {
    for (const feed of this.#feeds.values()) {
      const { reports, meters } = feed.takeMetered();
      for await (const [slice, from] of slicesOf(reports, reportsAtOnce))
        this.parts.positions.take(slice, (at) => meters[from + at]?.add('doubtful', elsewhere));
    }
  }

  /** One transaction at a time. While the database is unavailable, the counts wait. */
  #count(): Promise<void> {
    this.#isCounting ??= this.#countOnce().finally(() => {
      this.#isCounting = null;
    });
    return this.#isCounting;
  }
  async #countOnce(): Promise<void> {
    if (this.#uncounted.length === 0) this.#uncounted = [...this.#feeds.values()].flatMap((feed) => feed.takeCounts());
    if (this.#uncounted.length === 0) return;
    await this.parts.messages.transaction((tx) => countFrames(tx, this.#uncounted));
    this.#uncounted = [];
  }

  async #pack(): Promise<void> {
    try {
      await this.#raw?.flush(clock.now());
    } finally {
      const dropped = this.#raw?.dropped ?? 0;
      if (dropped > this.#reportedDropped)
        this.parts.log.warn({ dropped }, 'packed frames were dropped: they could not be stored for too long');
      this.#reportedDropped = dropped;
    }
  }

  async #findPlaces(): Promise<void> {
    const names = [...this.config.sources, ...this.#running.map(({ source }) => source)].flatMap(
      ({ station }) => station ?? [],
    );
    if (names.length === 0 && this.#feeds.size === 0) return;
    this.#places = await receiverPlaces(this.parts.messages, [...names, ...this.#feeds.keys()]);
    for (const [name, feed] of this.#feeds) feed.place = this.#places.get(name) ?? feed.place;
  }

  #every(ms: number, work: () => unknown): void {
    const run = async (): Promise<void> => work() as Promise<void>;
    const timer = setInterval(() => void run().catch(() => {}), ms);
    timer.unref();
    this.#stops.push(async () => clearInterval(timer));
  }
}

// ---- Counts all frames of receivers, also for a later recount: their rows are a part of them (table frame_hour).

async function countFrames(tx: Transaction, receptions: readonly Reception[]): Promise<void> {
  await countReceptions(tx, receptions);
  const counted = receptions.filter(({ count = 1 }) => count > 0);
  await tx.query(
    `insert into frame_hour as f (receiver, hour, spelling, last_at, m0, m1, m2, m3, m4, m5)
     select receiver, date_trunc('hour', at, 'UTC'), max(spelling), max(at), ${sums}
     from unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) as r (receiver, spelling, at, frames),
       lateral (select extract(minute from at)::int / 10 as slot) s
     group by 1, 2 order by 1, 2
     on conflict (receiver, hour) do update set last_at = greatest(f.last_at, excluded.last_at), ${added}`,
    [
      counted.map(({ receiver }) => foldCase(receiver)),
      counted.map(({ receiver }) => receiver),
      counted.map(({ at }) => at),
      counted.map(({ count = 1 }) => count),
    ],
  );
}

const slots = [0, 1, 2, 3, 4, 5];
const sums = slots.map((slot) => `coalesce(sum(frames) filter (where slot = ${slot}), 0)`).join(', ');
const added = slots.map((slot) => `m${slot} = f.m${slot} + excluded.m${slot}`).join(', ');
