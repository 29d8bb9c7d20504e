/**
 * What came in since the server started, by the way it came. Must not: keep anything of a line but why it was not stored.
 */
import type { Api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../clock.ts';

export type Source = 'udp' | 'tcp' | 'post';
type Answer = Reads<Api['ingest']['counters']>;

/** How often each reason was met. Reasons are sentences of ours, so they are few. */
export class ReasonCounts {
  private readonly byReason = new Map<string, number>();
  total = 0;

  add(reason: string, count = 1): void {
    this.byReason.set(reason, (this.byReason.get(reason) ?? 0) + count);
    this.total += count;
  }
  /** The most frequent first. */
  list(): { reason: string; count: number }[] {
    return [...this.byReason].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
  }
}

/** Lines of one source: received = stored + duplicates + left out + broken + dropped + waiting. */
export class SourceCounters {
  received = 0;
  stored = 0;
  duplicates = 0;
  dropped = 0;
  waiting = 0;
  connections = 0;
  connectionsOpened = 0;
  connectionsEnded = 0;
  readonly leftOut = new ReasonCounts();
  readonly broken = new ReasonCounts();
}

export class IngestCounters {
  storeFailures = 0;
  private readonly sinceMs = clock.now();
  private readonly sources: Readonly<Record<Source, SourceCounters>> = {
    udp: new SourceCounters(),
    tcp: new SourceCounters(),
    post: new SourceCounters(),
  };

  of(source: Source): SourceCounters {
    return this.sources[source];
  }

  read(): Answer {
    const all = Object.values(this.sources);
    const sum = (count: (of: SourceCounters) => number): number => all.reduce((total, one) => total + count(one), 0);
    return {
      since: writeInstant(this.sinceMs),
      storeFailures: this.storeFailures,
      sources: (Object.keys(this.sources) as Source[]).map((source) => {
        const { leftOut, broken, ...numbers } = this.sources[source];
        return { source, ...numbers, leftOut: leftOut.list(), broken: broken.list() };
      }),
      total: {
        received: sum((one) => one.received),
        stored: sum((one) => one.stored),
        duplicates: sum((one) => one.duplicates),
        leftOut: sum((one) => one.leftOut.total),
        broken: sum((one) => one.broken.total),
        dropped: sum((one) => one.dropped),
        waiting: sum((one) => one.waiting),
      },
    };
  }
}
