/** Counters of received lines since the start, by source. */
import type { Api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from './clock.ts';

/** `radio` = Mode S frames. The others are lines. */
export type Source = 'udp' | 'tcp' | 'post' | 'radio';
export type SourceState = ApiResponse['radio'][number];
export type ForwardState = ApiResponse['forward'][number];
type ApiResponse = Reads<Api['ingest']['counters']>;

/** Count of each reason or kind. They are our own texts, so they are few. */
class ReasonCounts {
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

/** Lines of a source: received = stored + duplicates + left out + broken + dropped + waiting. */
export class SourceCounters {
  received = 0;
  stored = 0;
  duplicates = 0;
  dropped = 0;
  waiting = 0;
  connections = 0;
  connectionsOpened = 0;
  connectionsEnded = 0;
  /** Link events by kind. They are among the others as well. */
  readonly events = new ReasonCounts();
  readonly leftOut = new ReasonCounts();
  readonly broken = new ReasonCounts();
}

/** Unread UDP lines, and datagrams lost by the system (null = unknown). */
export type UdpCounts = { readonly buffered: number; readonly dropped: number; readonly lostInKernel: number | null };

export class IngestCounters {
  storeFailures = 0;
  /** Of each listener. */
  readonly udp: UdpCounts[] = [];
  /** Of the receivers of Mode S frames. */
  radioStates: () => SourceState[] = () => [];
  /** Of the destinations. */
  forwardStates: () => ForwardState[] = () => [];
  private readonly sinceMs = clock.now();
  private readonly sources: Readonly<Record<Source, SourceCounters>> = {
    udp: new SourceCounters(),
    tcp: new SourceCounters(),
    post: new SourceCounters(),
    radio: new SourceCounters(),
  };

  of(source: Source): SourceCounters {
    return this.sources[source];
  }

  read(): ApiResponse {
    const all = (Object.keys(this.sources) as Source[]).map((source) => this.readSource(source));
    const sum = (count: (of: ApiResponse['sources'][number]) => number): number =>
      all.reduce((total, one) => total + count(one), 0);
    const linesOf = (reasons: ApiResponse['sources'][number]['broken']): number =>
      reasons.reduce((total, { count }) => total + count, 0);
    return {
      since: writeInstant(this.sinceMs),
      storeFailures: this.storeFailures,
      sources: all,
      radio: this.radioStates(),
      forward: this.forwardStates(),
      total: {
        received: sum((one) => one.received),
        stored: sum((one) => one.stored),
        duplicates: sum((one) => one.duplicates),
        leftOut: sum((one) => linesOf(one.leftOut)),
        broken: sum((one) => linesOf(one.broken)),
        dropped: sum((one) => one.dropped),
        waiting: sum((one) => one.waiting),
      },
    };
  }
  private readSource(source: Source): ApiResponse['sources'][number] {
    const { events, leftOut, broken, ...numbers } = this.sources[source];
    const { buffered, dropped, lostInKernel } = sumOf(source === 'udp' ? this.udp : []);
    return {
      source,
      ...numbers,
      received: numbers.received + buffered + dropped,
      waiting: numbers.waiting + buffered,
      dropped: numbers.dropped + dropped,
      lostInKernel,
      events: events.list(),
      leftOut: leftOut.list(),
      broken: broken.list(),
    };
  }
}

const sumOf = (listeners: readonly UdpCounts[]): UdpCounts => ({
  buffered: listeners.reduce((sum, { buffered }) => sum + buffered, 0),
  dropped: listeners.reduce((sum, { dropped }) => sum + dropped, 0),
  lostInKernel: listeners.reduce<number | null>(
    (sum, one) => (one.lostInKernel === null ? sum : (sum ?? 0) + one.lostInKernel),
    null,
  ),
});
