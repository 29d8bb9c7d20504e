/**
 * Connects to a receiver for a few seconds and counts what it sends. Nothing is stored or sent, and nothing of the content is returned.
 */
import { connect, createServer, type Socket } from 'node:net';
import type { ReceiverTest } from '../../contract/entities/receivers.ts';
import { isListener, receiverAddress } from '../../contract/receiver-rules.ts';
import { clock } from '../base/clock.ts';
import { reasonOf } from '../base/network-reasons.ts';
import { readAircraftJson } from '../map/aircraft-json.ts';
import { readAircraftUrl } from '../map/poll-aircraft-json.ts';
import { AvrReader } from '../mode-s/avr.ts';
import { BeastReader } from '../mode-s/beast.ts';
import { SbsReader } from '../mode-s/sbs.ts';
import { JsonObjects } from '../radio/json-objects.ts';
import { readAcarsLine } from '../receive/acars-json.ts';
import { headBytes, type StreamFormat, streamFormat } from '../receive/listeners/stream-format.ts';
import { OutgoingLine } from '../upstream/outgoing-line.ts';
import type { SourceSpec } from './stored-sources.ts';

const usualTestMs = 5000;
/** More changes nothing about the result. */
const enoughBytes = 262_144;
const enoughMessages = 20;
const maxLineLength = 200_000;

const nothing = { format: null, bytes: 0, count: 0 } as const;
const unreachable = (reason: string): ReceiverTest => ({ isReachable: false, reason, ...nothing });

/** Resolves within `testMs`. */
export async function testSource(spec: SourceSpec, testMs = usualTestMs): Promise<ReceiverTest> {
  if (spec.kind === 'aircraft.json') return testAircraftJson(spec);
  return isListener(spec.kind) ? testPort(spec) : testStream(spec, testMs);
}

async function testAircraftJson(spec: SourceSpec): Promise<ReceiverTest> {
  const line = new OutgoingLine('Downlink');
  try {
    const text = await readAircraftUrl(line, receiverAddress(spec));
    const { reports } = readAircraftJson(text, null, clock.now());
    return { isReachable: true, reason: null, format: 'aircraft.json', bytes: text.length, count: reports.length };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return unreachable(code === undefined ? message : reasonOf(error));
  } finally {
    line.close();
  }
}

/** Whether the server can listen there. */
function testPort({ host, port }: SourceSpec): Promise<ReceiverTest> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error) => resolve(unreachable(reasonOf(error))));
    server.listen({ host, port, exclusive: true }, () =>
      server.close(() => resolve({ isReachable: true, reason: null, ...nothing })),
    );
  });
}

function testStream({ host, port }: SourceSpec, testMs: number): Promise<ReceiverTest> {
  return new Promise((resolve) => {
    const stream = new CountedStream();
    const socket: Socket = connect({ host, port });
    let isReachable = false;
    const finish = (reason: string | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(isReachable ? { isReachable, reason, ...stream.result() } : unreachable(reason ?? 'no answer'));
    };
    const timer = setTimeout(() => finish(null), testMs);
    socket.once('connect', () => {
      isReachable = true;
    });
    socket.on('data', (chunk) => {
      stream.read(chunk);
      if (stream.isEnough()) finish(null);
    });
    socket.once('error', (error) => finish(reasonOf(error)));
    socket.once('end', () => finish('the receiver closed the connection'));
  });
}

/** Recognises the format and counts frames or messages. */
class CountedStream {
  #bytes = 0;
  #count = 0;
  #format: StreamFormat | 'unknown' | null = null;
  #head = Buffer.alloc(0);
  #countIn: ((chunk: Uint8Array) => number) | null = null;

  read(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#countIn) this.#count += this.#countIn(chunk);
    else this.#begin(chunk);
  }

  isEnough(): boolean {
    return this.#count >= enoughMessages || this.#bytes >= enoughBytes || this.#format === 'unknown';
  }

  result(): Pick<ReceiverTest, 'format' | 'bytes' | 'count'> {
    const format = this.#format === 'unknown' ? null : this.#format;
    return { format, bytes: this.#bytes, count: this.#count };
  }

  #begin(chunk: Buffer): void {
    this.#head = Buffer.concat([this.#head, chunk]);
    this.#format = streamFormat(this.#head.subarray(0, headBytes));
    if (this.#format === null || this.#format === 'unknown') return;
    this.#countIn = counterOf(this.#format);
    this.#count += this.#countIn(this.#head);
  }
}

function counterOf(format: StreamFormat): (chunk: Uint8Array) => number {
  if (format === 'json') {
    const objects = new JsonObjects(maxLineLength);
    return (chunk) => objects.read(chunk).filter((text) => !('broken' in readAcarsLine(text, clock.now()))).length;
  }
  const reader = format === 'beast' ? new BeastReader() : format === 'avr' ? new AvrReader() : new SbsReader();
  return (chunk) => reader.read(chunk).length;
}
