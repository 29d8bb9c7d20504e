/**
 * Live receivers: UDP and TCP ports for the JSON of decoders.
 * Senders are not authenticated: the ports are on loopback unless an operator opens them.
 */

import type { IngestCounters, UdpCounts } from '../../../base/ingest-counters.ts';
import { SourceMeter } from '../../../base/source-meter.ts';
import type { Logger } from '../../../http/guard.ts';
import type { Messages } from '../../../messages/messages.ts';
import type { NewLine } from '../../../messages/store-lines.ts';
import type { LineOutlet } from '../json-line.ts';
import { BatchWriter, type WriterLimits } from './batch-writer.ts';
import { storeReceived } from './received-line.ts';
import { type FrameReaders, type TcpLimits, TcpListener } from './tcp-listener.ts';
import { UdpListener } from './udp-listener.ts';

/** One port, UDP and TCP. */
export type ReceiverPort = {
  readonly host: string;
  readonly port: number;
  readonly meter: SourceMeter;
  readonly udp: UdpCounts;
  /** Open TCP connections. */
  readonly connections: number;
};
export type Receivers = {
  /** In the order of the options, then opened later. */
  readonly ports: readonly ReceiverPort[];
  /** 0 = any free port. @throws EADDRINUSE and similar */
  open(host: string, port: number): Promise<ReceiverPort>;
  /** Stores what was read. */
  close(port: ReceiverPort): Promise<void>;
  /** Closes the listeners and stores what was read. */
  stop(): Promise<void>;
};
export type ReceiverOptions = {
  readonly host: string;
  /** 0 = any free port */
  readonly ports: readonly number[];
  readonly writer?: WriterLimits;
  readonly tcp?: TcpLimits;
  /** For connections that send frames. Absent = such connections are refused. */
  readonly frameReaders?: FrameReaders;
  /** Maximum backlog of datagrams. */
  readonly maxBacklogBytes?: number;
  /** Current problem, as a text. null = none. */
  readonly onTrouble?: (sentence: string | null) => void;
  /** Received lines go there, too. */
  readonly outlet?: LineOutlet;
  /** Interval of log entries about problems. */
  readonly reportMs?: number;
};

const usualReportMs = 60_000;
const triesForFreePort = 10;

/** Resolves when all listen. @throws EADDRINUSE and similar */
export async function startReceivers(
  db: Messages,
  counters: IngestCounters,
  log: Pick<Logger, 'warn' | 'info'>,
  options: ReceiverOptions,
): Promise<Receivers> {
  const writer = new BatchWriter(storeReceived(db), counters, log, options.writer);
  const pairs: Both[] = [];
  const open = async (host: string, port: number): Promise<Both> => {
    const pair = await listenOnBoth(writer, counters, port, { ...options, host });
    pairs.push(pair);
    return pair;
  };
  /** Resolves to the number of unread lines. */
  const stopPairs = async (stopped: readonly Both[]): Promise<number> => {
    const unread = await Promise.all(stopped.flatMap(({ udp, tcp }) => [udp.stop(), tcp.stop().then(() => 0)]));
    return unread.reduce((sum, lines) => sum + lines, 0);
  };
  try {
    for (const port of options.ports) await open(options.host, port);
  } catch (error) {
    await stopPairs(pairs);
    throw error;
  }
  const stopReports = reportTrouble(counters, log, options);
  return {
    ports: pairs,
    open,
    async close(port) {
      const at = pairs.indexOf(port as Both);
      if (at >= 0) await stopPairs(pairs.splice(at, 1));
    },
    async stop() {
      stopReports();
      const lost = (await stopPairs(pairs)) + (await writer.end());
      if (lost > 0) log.warn({ lost }, 'messages of receivers could not be stored before the end');
    },
  };
}

type Both = ReceiverPort & { readonly tcp: TcpListener; readonly udp: UdpListener };

/** A port that is free for TCP may be taken for UDP: with any port allowed, another one is tried. */
async function listenOnBoth(
  writer: BatchWriter<NewLine>,
  counters: IngestCounters,
  requestedPort: number,
  options: ReceiverOptions,
): Promise<Both> {
  const { host, frameReaders = null } = options;
  const meter = new SourceMeter();
  for (let tries = 1; ; tries++) {
    const tcp = new TcpListener(writer, counters, meter, frameReaders, options.tcp, options.outlet);
    const port = await tcp.listen({ host, port: requestedPort });
    try {
      const udp = new UdpListener(writer, counters, meter, {
        host,
        port,
        maxBacklogBytes: options.maxBacklogBytes,
        outlet: options.outlet,
        onListening: (isListening) => options.onTrouble?.(isListening ? null : deaf),
      });
      await udp.listen();
      return {
        tcp,
        udp,
        host,
        port,
        meter,
        get connections() {
          return tcp.open;
        },
      };
    } catch (error) {
      await tcp.stop();
      if (requestedPort !== 0 || tries === triesForFreePort) throw error;
    }
  }
}

const deaf = 'UDP messages of receivers are not received. The server tries again to listen.';
const flooded = 'Receivers send faster than messages are stored. UDP messages were lost in the last minutes.';

/** At intervals, and only after new problems. */
function reportTrouble(
  counters: IngestCounters,
  log: Pick<Logger, 'warn'>,
  { reportMs = usualReportMs, onTrouble = () => {} }: ReceiverOptions,
): () => void {
  const read = (): { trouble: number; lost: number } => {
    const { total, sources } = counters.read();
    const lost = total.dropped + sources.reduce((sum, one) => sum + (one.lostInKernel ?? 0), 0);
    return { lost, trouble: lost + total.broken + sources.reduce((sum, one) => sum + one.connectionsEnded, 0) };
  };
  let last = read();
  let isLosing = false;
  const timer = setInterval(() => {
    const before = last;
    last = read();
    const wasLosing = isLosing;
    isLosing = last.lost > before.lost;
    if (isLosing !== wasLosing) onTrouble(isLosing ? flooded : null);
    if (last.trouble === before.trouble) return;
    const { since, sources } = counters.read();
    log.warn(
      { since, sources: sources.filter(({ received }) => received > 0) },
      'receivers: some lines were invalid or dropped',
    );
  }, reportMs);
  timer.unref();
  return () => clearInterval(timer);
}
