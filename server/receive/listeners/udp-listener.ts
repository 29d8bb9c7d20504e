/** Datagrams of decoders: a JSON object or several lines. A thread receives them, this process reads them as fast as it stores them. */
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import type { IngestCounters, UdpCounts } from '../../base/ingest-counters.ts';
import { readingTime } from '../../base/reading-time.ts';
import type { SourceMeter } from '../../base/source-meter.ts';
import { startThread } from '../../base/threads.ts';
import type { NewLine } from '../../messages/store-lines.ts';
import type { LineOutlet } from '../line-outlet.ts';
import type { BatchWriter } from './batch-writer.ts';
import { type Batch, bufferedAt, droppedAt } from './datagram-buffer.ts';
import { kernelLoss } from './kernel-loss.ts';
import { receiveLine } from './received-line.ts';
import type { FromThread, ThreadData, ToThread } from './udp-messages.ts';

/** Maximum backlog: about 140,000 messages of usual length. */
const usualBacklogBytes = 67_108_864;
const restartMs = 1000;
/** Timeout of reading the backlog at shutdown. */
const endMs = 1000;

type UdpOptions = {
  readonly host: string;
  readonly port: number;
  readonly maxBacklogBytes?: number | undefined;
  readonly outlet?: LineOutlet | undefined;
  /** The thread crashed and nothing is received (false), or it listens again. */
  readonly onListening?: ((isListening: boolean) => void) | undefined;
};

export class UdpListener implements UdpCounts {
  private readonly counts = new BigInt64Array(new SharedArrayBuffer(16));
  private thread: Worker | null = null;
  private bound: AddressInfo | null = null;
  private lostBefore = 0;
  private isEnding = false;
  private onClosed = (): void => {};

  constructor(
    private readonly writer: BatchWriter<NewLine>,
    private readonly counters: IngestCounters,
    private readonly meter: SourceMeter,
    private readonly options: UdpOptions,
  ) {}

  /** @throws EADDRINUSE and similar */
  async listen(): Promise<void> {
    await this.start();
    this.counters.udp.push(this);
  }

  get buffered(): number {
    return Number(Atomics.load(this.counts, bufferedAt));
  }
  get dropped(): number {
    return Number(Atomics.load(this.counts, droppedAt));
  }
  get lostInKernel(): number | null {
    const lost = this.bound && kernelLoss(this.bound.address, this.bound.port);
    return lost === null ? null : this.lostBefore + lost;
  }

  /** Stops receiving. Resolves to the number of lines that could not be read in time. */
  async stop(): Promise<number> {
    this.isEnding = true;
    this.lostBefore = this.lostInKernel ?? 0;
    const isClosed = new Promise<void>((resolve) => {
      this.onClosed = resolve;
    });
    this.post('close');
    const until = performance.now() + endMs;
    await Promise.race([isClosed, after(endMs)]);
    while (this.buffered > 0 && performance.now() < until) await after(10);
    await this.thread?.terminate();
    return this.buffered;
  }

  private start(): Promise<void> {
    const { host, port, maxBacklogBytes: maxBytes = usualBacklogBytes } = this.options;
    const workerData: ThreadData = { host, port, maxBytes, counts: this.counts };
    const thread = startThread({ built: 'udp-thread', source: 'receive/listeners/udp-thread.ts' }, { workerData });
    this.thread = thread;
    return new Promise((resolve, reject) => {
      thread.on('message', (message: FromThread) => {
        if (message.type === 'lines') void this.read(message.batch);
        else if (message.type === 'closed') this.onClosed();
        else if (message.type === 'refused') {
          void thread.terminate();
          reject(Object.assign(new Error(message.message), { code: message.code }));
        } else {
          this.bound = message.address;
          this.post('more');
          resolve();
        }
      });
      thread.once('error', reject);
      thread.once('exit', (code) => {
        reject(new Error(`The thread of the UDP socket ended with code ${code}.`));
        if (this.bound && !this.isEnding) void this.restart();
      });
    });
  }

  /** Whatever ended the thread: its backlog is lost, and counted as dropped. */
  private async restart(): Promise<void> {
    this.lostBefore = this.lostInKernel ?? this.lostBefore;
    this.bound = null;
    this.options.onListening?.(false);
    Atomics.add(this.counts, droppedAt, Atomics.exchange(this.counts, bufferedAt, 0n));
    while (!this.isEnding) {
      await after(restartMs);
      const isListening = await this.start().then(
        () => true,
        () => false,
      );
      if (isListening) return this.options.onListening?.(true);
    }
  }

  private post(message: ToThread): void {
    this.thread?.postMessage(message);
  }

  /** The next batch is requested when this one fits: otherwise the backlog grows where it is bounded. */
  private async read({ bytes, lines }: Batch): Promise<void> {
    const ours = this.counters.of('udp');
    const read: Promise<void>[] = [];
    for (const line of Buffer.from(bytes.buffer, 0, bytes.length).toString('utf8').split('\n')) {
      if (!this.isEnding) await readingTime.rest();
      const reception =
        line.trim() === '' ? null : readingTime.spend(() => receiveLine(line, ours, this.meter, this.options.outlet));
      if (reception) read.push(this.writer.put('udp', reception));
    }
    Atomics.sub(this.counts, bufferedAt, BigInt(lines));
    await Promise.all(read);
    this.post('more');
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
