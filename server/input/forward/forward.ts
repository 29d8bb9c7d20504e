/** Sends what is received to other programs, as received (decision 8). Nothing waits for a destination. */

import { createHash, hash, randomBytes } from 'node:crypto';
import type { AcarsMessage } from '../../../contract/entities/messages.ts';
import { foldCase } from '../../../contract/filters.ts';
import { writeInstant } from '../../../contract/params.ts';
import type { ForwardState } from '../../base/ingest-counters.ts';
import { isObject, type Json } from '../../base/json-values.ts';
import type { RawMessage } from '../mode-s/raw-message.ts';
import { ConnectionState } from '../radio/connections.ts';
import { Repeats } from '../radio/station-feed.ts';
import { isHfdl, isVdlm2dec, type LineOutlet, programOf } from '../receive/json-line.ts';
import type { Destination, MessageType } from './forward-config.ts';
import { OutCounts, type RetryLimits, tcpOut, tcpServe, udpOut, usualRetries, type WayOut } from './outputs.ts';

type Open = {
  readonly destination: Destination;
  readonly counts: OutCounts;
  readonly state: ConnectionState;
  readonly seen: SeenLately | null;
  /** Stations of its frames, so far. */
  readonly stations: Set<string>;
  readonly out: WayOut;
};

/** A line comes back within seconds. */
const unmarkedMs = 60_000;

export class Forward implements LineOutlet {
  readonly #lines: Open[] = [];
  readonly #frames: Open[] = [];
  readonly #all: Open[] = [];
  /** Of listeners, in the order of the settings. */
  readonly ports: number[] = [];
  /** Names this server in what it sent, until it ends. */
  readonly mark = `downlink-${randomBytes(8).toString('hex')}`;
  /** Lines as they were sent, where nothing could name this server in them. */
  readonly #unmarked = new SeenLately(unmarkedMs);
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
    if (this.#lines.length === 0) return false;
    if (!line.includes(this.mark)) return this.#unmarked.has(digest(line));
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
      item ??= Buffer.from(`${this.#marked(asOneLine(isNamed ? line : named(line, shape, station)), json, shape)}\n`);
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

  #isMarked(json: Json, shape: LineShape): boolean {
    const app = appOf(json, shape);
    const proxies = app && valueAt(json, [...app, 'proxied_by']);
    return typeof proxies === 'string' && proxies.split(' ').includes(this.mark);
  }

  /**
   * Earlier servers stay named, so that in a loop each server recognises its own lines. A line without its program stays as it is: strict
   * readers (acars_router) refuse a program without name and version.
   */
  #marked(line: string, json: Json, shape: LineShape): string {
    const app = appOf(json, shape);
    if (app === null) {
      this.#unmarked.wasSeen(digest(line));
      return line;
    }
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

const digest = (line: string): string => hash('md5', line, 'base64');

/** Where the line names its program. Null = nowhere. */
const appOf = (json: Json, { app }: LineShape): readonly string[] | null =>
  [app, ['app']].find((path) => isObject(valueAt(json, path))) ?? null;

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

// ---- Sets one member in the text of a JSON object and leaves every other character as it is.

type Span = { readonly from: number; readonly to: number };

/** `text` must be valid JSON of an object. `json` = the value as JSON text. Objects that are missing on the path are added. */
export function setMember(text: string, path: readonly string[], json: string): string {
  let at = text.indexOf('{');
  for (const [depth, name] of path.entries()) {
    const value = nested(path.slice(depth + 1), json);
    const found = memberOf(text, at, name);
    if (!found) {
      const isEmpty = /^\s*\}/.test(text.slice(at + 1));
      return `${text.slice(0, at + 1)}${JSON.stringify(name)}:${value}${isEmpty ? '' : ','}${text.slice(at + 1)}`;
    }
    if (depth === path.length - 1 || text[found.from] !== '{')
      return text.slice(0, found.from) + value + text.slice(found.to);
    at = found.from;
  }
  return text;
}

const nested = (path: readonly string[], json: string): string =>
  path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, json);

/** Value of a member of the object that begins at `open`. Of several with one name the last counts, as for JSON.parse. */
function memberOf(text: string, open: number, name: string): Span | null {
  let found: Span | null = null;
  let at = skipBlanks(text, open + 1);
  while (text[at] === '"') {
    const nameEnd = stringEnd(text, at);
    const isMatch = JSON.parse(text.slice(at, nameEnd)) === name;
    const from = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    const to = valueEnd(text, from);
    if (isMatch) found = { from, to };
    at = skipBlanks(text, to);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return found;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** After the closing quote. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function valueEnd(text: string, from: number): number {
  if (text[from] === '"') return stringEnd(text, from);
  let at = from;
  let depth = 0;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (depth === 0 && (character === ',' || character === '}' || character === ']')) return trimmedEnd(text, from, at);
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    at++;
    if (depth === 0 && (character === '}' || character === ']')) return at;
  }
  return at;
}

function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && text.charCodeAt(end - 1) <= 0x20) end--;
  return end;
}

// ---- Where a line of a decoder names its station and its program, and which type of messages it is.

type LineShape = {
  readonly type: MessageType;
  readonly station: readonly string[];
  /** The object that names the program. */
  readonly app: readonly string[];
};

const plain = { station: ['station'], app: ['app'] };
const withSource = { station: ['source', 'station_id'], app: ['source', 'app'] };

/** Null = not a line of a supported decoder. */
function lineShape(line: Json): LineShape | null {
  if (isObject(line.vdl2)) return { type: 'VDLM2', station: ['vdl2', 'station'], app: ['vdl2', 'app'] };
  if (isObject(line.avlc)) return { type: 'VDLM2', ...plain };
  if (isObject(line.hfdl)) return { type: 'HFDL', station: ['hfdl', 'station'], app: ['hfdl', 'app'] };
  if (isHfdl(line)) return { type: 'HFDL', ...plain };
  switch (programOf(line)) {
    case 'acarsdec':
      return { type: isVdlm2dec(line) ? 'VDLM2' : 'ACARS', station: ['station_id'], app: ['app'] };
    case 'JAERO':
      return { type: 'IMSL', ...plain };
    case 'SatDump':
      return { type: 'IMSL', ...withSource };
    case 'iridium-toolkit':
      return { type: 'IRDM', ...withSource };
    case null:
      return null;
  }
}

function valueAt(line: Json, path: readonly string[]): unknown {
  let value: unknown = line;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return value;
}

/** Texts of the last seconds. */
const maxEntries = 50_000;

export class SeenLately {
  #young = new Map<string, number>();
  #old = new Map<string, number>();
  #turnedMs = 0;

  constructor(
    private readonly forMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  has(text: string): boolean {
    const seenMs = this.#young.get(text) ?? this.#old.get(text);
    return seenMs !== undefined && this.now() - seenMs <= this.forMs;
  }

  /** Notes the text, unless it is known. */
  wasSeen(text: string): boolean {
    const nowMs = this.now();
    if (nowMs - this.#turnedMs >= this.forMs || this.#young.size >= maxEntries) {
      this.#turnedMs = nowMs;
      this.#old = this.#young;
      this.#young = new Map();
    }
    const seenMs = this.#young.get(text) ?? this.#old.get(text);
    if (seenMs !== undefined && nowMs - seenMs <= this.forMs) return true;
    this.#young.set(text, nowMs);
    return false;
  }
}

// ---- Frames in Beast format, with the counter and the signal of their receiver.

const escapeByte = 0x1a;
const types: Readonly<Record<number, number>> = { 2: 0x31, 7: 0x32, 14: 0x33 };
const receiverId = 0xe3;

/** As readsb sends it each minute: a Mode A/C message of zeros. */
const beastHeartbeat = Buffer.from([escapeByte, 0x31, 0, 0, 0, 0, 0, 0, 0, 0, 0]);

/** Twice all bytes of an id and a long frame. */
const maxBytes = 64;
const headBytes = 7;

/** `receiver` = 16 hexadecimal digits, written before the frame: each receiver has its own counter. */
function beastBytes({ bytes, counter, signal }: RawMessage, receiver: string | null): Buffer {
  const to = Buffer.allocUnsafe(maxBytes);
  let at = receiver === null ? 0 : begin(to, 0, receiverId);
  if (receiver !== null) at = escaped(to, at, Buffer.from(receiver, 'hex'));
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUIntBE(counter ?? 0, 0, 6);
  head[headBytes - 1] = signal ?? 0;
  at = begin(to, at, types[bytes.length] ?? 0);
  at = escaped(to, at, head);
  return to.subarray(0, escaped(to, at, bytes));
}

/** Both return the next place. */
function begin(to: Buffer, from: number, type: number): number {
  to[from] = escapeByte;
  to[from + 1] = type;
  return from + 2;
}
function escaped(to: Buffer, from: number, bytes: Uint8Array): number {
  let at = from;
  for (const byte of bytes) {
    to[at++] = byte;
    if (byte === escapeByte) to[at++] = byte;
  }
  return at;
}

/** An id for the receivers of a station that has none. Without an escape, which old programs take for the start of a frame. */
const receiverIdOf = (station: string): string =>
  Buffer.from(createHash('sha256').update(station).digest().subarray(0, 8).map(unescaped)).toString('hex');
const unescaped = (byte: number): number => (byte === escapeByte ? 0 : byte);
