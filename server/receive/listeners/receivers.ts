/**
 * Live receivers: one port, by UDP and TCP, for the JSON of acarsdec, vdlm2dec, dumpvdl2 and dumphfdl alike.
 * Must not: ask who sends. Whoever reaches the port may; that is why it is on loopback unless an operator opens it.
 */
import type { Database } from '../../database/pool.ts';
import type { Logger } from '../../guard.ts';
import type { IngestCounters } from '../ingest-counters.ts';
import { AcarsWriter, type WriterLimits } from './acars-writer.ts';
import { type TcpLimits, TcpListener } from './tcp-listener.ts';
import { listenUdp, type UdpListener } from './udp-listener.ts';

export type Receivers = {
  /** Of UDP and TCP alike. */
  readonly port: number;
  /** Ends the listeners and stores what was read. */
  stop(): Promise<void>;
};
export type ReceiverOptions = {
  readonly host: string;
  /** 0 = any that is free */
  readonly port: number;
  readonly writer?: WriterLimits;
  readonly tcp?: TcpLimits;
  /** How often trouble is told in the log. */
  readonly reportMs?: number;
};

const usualReportMs = 60_000;
const triesForFreePort = 10;

/** Resolves when both listen. @throws EADDRINUSE and its like */
export async function startReceivers(
  db: Database,
  counters: IngestCounters,
  log: Pick<Logger, 'warn' | 'info'>,
  options: ReceiverOptions,
): Promise<Receivers> {
  const writer = new AcarsWriter(db, counters, log, options.writer);
  const { tcp, udp, port } = await listenOnBoth(writer, counters, options);
  const stopReports = reportTrouble(counters, log, options.reportMs ?? usualReportMs);
  return {
    port,
    async stop() {
      stopReports();
      await Promise.all([tcp.stop(), udp.stop()]);
      const lost = await writer.end();
      if (lost > 0) log.warn({ lost }, 'messages of receivers could not be stored before the end');
    },
  };
}

type Both = { readonly tcp: TcpListener; readonly udp: UdpListener; readonly port: number };

/** A port that is free for TCP may be taken for UDP: where any will do, another one is tried. */
async function listenOnBoth(writer: AcarsWriter, counters: IngestCounters, options: ReceiverOptions): Promise<Both> {
  const { host } = options;
  for (let tries = 1; ; tries++) {
    const tcp = new TcpListener(writer, counters, options.tcp);
    const port = await tcp.listen(options);
    try {
      return { tcp, port, udp: await listenUdp({ host, port }, writer, counters) };
    } catch (error) {
      await tcp.stop();
      if (options.port !== 0 || tries === triesForFreePort) throw error;
    }
  }
}

/** At intervals, and only when something went wrong since the last time. */
function reportTrouble(counters: IngestCounters, log: Pick<Logger, 'warn'>, everyMs: number): () => void {
  const trouble = (): number => {
    const { total, sources } = counters.read();
    return total.broken + total.dropped + sources.reduce((sum, one) => sum + one.connectionsEnded, 0);
  };
  let told = trouble();
  const timer = setInterval(() => {
    const now = trouble();
    if (now === told) return;
    told = now;
    const { since, sources } = counters.read();
    log.warn(
      { since, sources: sources.filter(({ received }) => received > 0) },
      'receivers: some lines were not usable or not kept',
    );
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
