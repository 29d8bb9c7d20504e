/** Sends what is received to other programs, as received (decision 63). Nothing waits for a destination. */
import { randomBytes } from 'node:crypto';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { foldCase } from '../../contract/filters.ts';
import { writeInstant } from '../../contract/params.ts';
import type { ForwardState } from '../base/ingest-counters.ts';
import { isObject, type Json } from '../base/json-values.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import { ConnectionState } from '../radio/connection-state.ts';
import { Repeats } from '../radio/repeats.ts';
import type { LineOutlet } from '../receive/line-outlet.ts';
import { beastBytes, beastHeartbeat, receiverIdOf } from './beast-bytes.ts';
import type { Destination } from './forward-config.ts';
import { setMember } from './json-edit.ts';
import { type LineShape, lineShape, valueAt } from './line-shape.ts';
import { OutCounts } from './outbox.ts';
import { SeenLately } from './seen-lately.ts';
import { tcpOut } from './tcp-out.ts';
import { tcpServe } from './tcp-serve.ts';
import { udpOut } from './udp-out.ts';
import { type RetryLimits, usualRetries, type WayOut } from './way-out.ts';

type Open = {
  readonly destination: Destination;
  readonly counts: OutCounts;
  readonly state: ConnectionState;
  readonly seen: SeenLately | null;
  /** Stations of its frames, so far. */
  readonly stations: Set<string>;
  readonly out: WayOut;
};

export class Forward implements LineOutlet {
  readonly #lines: Open[] = [];
  readonly #frames: Open[] = [];
  readonly #all: Open[] = [];
  /** Of listeners, in the order of the settings. */
  readonly ports: number[] = [];
  /** Names this server in what it sent, until it ends. */
  readonly mark = `downlink-${randomBytes(8).toString('hex')}`;
  /** By station: frames that returned. */
  readonly #repeats = new Map<string, Repeats>();

  constructor(
    private readonly destinations: readonly Destination[],
    private readonly retries: RetryLimits = usualRetries,
  ) {}

  /** @throws EADDRINUSE and similar of a listener */
  async start(): Promise<void> {
    try {
      for (const destination of this.destinations) await this.#open(destination);
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.#all.map(({ out }) => out.stop()));
  }

  isOwn(line: string): boolean {
    if (!line.includes(this.mark)) return false;
    const parsed = parsedLine(line);
    return parsed !== null && this.#isMarked(parsed.json, parsed.shape);
  }

  line(line: string, row: AcarsMessage | null): void {
    if (this.#lines.length === 0) return;
    const parsed = parsedLine(line);
    if (!parsed) return;
    const { json, shape } = parsed;
    const own = valueAt(json, shape.station);
    const isNamed = (typeof own === 'string' && own.trim() !== '') || typeof own === 'number';
    const station = isNamed ? String(own) : row?.stationId;
    let item: Buffer | null = null;
    for (const one of this.#lines) {
      if (!isFor(one.destination, station ?? null, shape.type)) continue;
      if (row && one.seen?.wasSeen(identityOf(row))) {
        one.counts.taken++;
        one.counts.repeated++;
        continue;
      }
      item ??= Buffer.from(`${asOneLine(this.#marked(isNamed ? line : named(line, shape, station), json, shape))}\n`);
      one.out.send(item);
    }
  }

  /** An accepted frame. MLAT results were not received as frames. */
  frame(message: RawMessage, station: string | null): void {
    if (this.#frames.length === 0 || message.isMlat) return;
    const matching = this.#frames.filter(({ destination }) => isFor(destination, station, null));
    if (matching.length === 0) return;
    const isRepeat = message.counter !== null && this.#repeatsOf(station ?? '').isRepeat(message, performance.now());
    const made = new Map<string | null, Buffer>();
    for (const { counts, out, stations } of matching) {
      const receiver = message.receiver ?? idFor(stations, station ?? '');
      if (isRepeat) {
        counts.taken++;
        counts.repeated++;
        continue;
      }
      const bytes = made.get(receiver) ?? beastBytes(message, receiver);
      made.set(receiver, bytes);
      out.send(bytes);
    }
  }

  /** Of each destination, in the order of the settings. */
  states(): ForwardState[] {
    return this.#all.map(({ destination, counts, state }) => ({
      address: destination.address,
      connections: state.connections,
      since: writeInstant(state.sinceMs),
      lastSent: state.lastByteMs === null ? null : writeInstant(state.lastByteMs),
      error: state.error,
      ...counts,
    }));
  }

  async #open(destination: Destination): Promise<void> {
    const parts = { counts: new OutCounts(), state: new ConnectionState() };
    const out = await this.#wayOut(destination, parts);
    const seen = destination.dedupeMs === null ? null : new SeenLately(destination.dedupeMs);
    const open = { destination, seen, stations: new Set<string>(), out, ...parts };
    this.#all.push(open);
    (destination.kind.startsWith('beast') ? this.#frames : this.#lines).push(open);
  }

  async #wayOut(destination: Destination, parts: Pick<Open, 'counts' | 'state'>): Promise<WayOut> {
    switch (destination.kind) {
      case 'acars-udp':
        return udpOut(destination, parts, this.retries);
      case 'acars-tcp':
        return tcpOut(destination, parts, null, this.retries);
      case 'beast-tcp':
        return tcpOut(destination, parts, beastHeartbeat, this.retries);
      default: {
        const out = await tcpServe(destination, parts, destination.kind === 'beast-serve' ? beastHeartbeat : null);
        this.ports.push(out.port);
        return out;
      }
    }
  }

  #isMarked(json: Json, { app }: LineShape): boolean {
    const proxies = valueAt(json, [...app, 'proxied_by']);
    return typeof proxies === 'string' && proxies.split(' ').includes(this.mark);
  }

  /** Earlier servers stay named, so that in a loop each server recognises its own lines. */
  #marked(line: string, json: Json, { app }: LineShape): string {
    const path = [...app, 'proxied_by'];
    const earlier = valueAt(json, path);
    const proxies = typeof earlier === 'string' && earlier !== '' ? `${earlier} ${this.mark}` : this.mark;
    return setMember(line, path, JSON.stringify(proxies));
  }

  #repeatsOf(station: string): Repeats {
    const known = this.#repeats.get(station) ?? new Repeats();
    this.#repeats.set(station, known);
    return known;
  }
}

function parsedLine(line: string): { readonly json: Json; readonly shape: LineShape } | null {
  try {
    const json: unknown = JSON.parse(line);
    const shape = isObject(json) ? lineShape(json) : null;
    return shape && { json: json as Json, shape };
  } catch {
    return null;
  }
}

const named = (line: string, { station: path }: LineShape, station: string | null | undefined): string =>
  station ? setMember(line, path, JSON.stringify(station)) : line;

/** Line ends within an object are between its members. */
const asOneLine = (line: string): string => (line.includes('\n') ? line.replaceAll(/[\r\n]+/g, ' ') : line);

const isFor = ({ stations, types }: Destination, station: string | null, type: string | null): boolean =>
  (stations === null || (station !== null && stations.has(foldCase(station)))) &&
  (types === null || (type !== null && types.has(type)));

/** What several stations receive of one message. */
const identityOf = ({ type, tail, flight, label, blockId, msgno, text }: AcarsMessage): string =>
  JSON.stringify([type, tail, flight, label, blockId, msgno, text]);

/** Frames of several stations in one connection have the counters of several receivers. Few programs need an id for one. */
function idFor(stations: Set<string>, station: string): string | null {
  stations.add(station);
  return stations.size > 1 ? receiverIdOf(station) : null;
}
