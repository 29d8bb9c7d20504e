/** What was received, stored, lost and forwarded. Counted elsewhere since the start, and read at each request of a monitor. */
import { Counter, Gauge, type Registry } from 'prom-client';
import type { IngestCounters } from '../base/ingest-counters.ts';
import type { StoredTypes } from '../messages/stored-types.ts';

type Received = {
  readonly counters: Pick<IngestCounters, 'read' | 'forwardStates'>;
  readonly stored: Pick<StoredTypes, 'list'>;
};

export function addReceiveMetrics(registry: Registry, { counters, stored }: Received): void {
  addSources(registry, counters);
  addStored(registry, stored);
  addForward(registry, counters);
}

const total = (reasons: readonly { readonly count: number }[]): number =>
  reasons.reduce((sum, { count }) => sum + count, 0);

function addSources(registry: Registry, counters: Received['counters']): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_received_total',
    help: 'Received lines (udp, tcp, post) and frames (radio) by outcome; `lost_in_kernel` were never received',
    labelNames: ['source', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { source, ...of } of counters.read().sources) {
        const outcomes = {
          stored: of.stored,
          duplicate: of.duplicates,
          left_out: total(of.leftOut),
          broken: total(of.broken),
          dropped: of.dropped,
          lost_in_kernel: of.lostInKernel ?? 0,
        };
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ source, outcome }, count);
      }
    },
  });
  const ofSource = (name: string, help: string, key: 'waiting' | 'connections'): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers,
      collect() {
        for (const { source, ...of } of counters.read().sources) this.set({ source }, of[key]);
      },
    });
  ofSource('downlink_received_waiting', 'Received lines and frames that are not stored yet', 'waiting');
  ofSource('downlink_receiver_connections', 'Open connections of receivers', 'connections');
  new Counter({
    name: 'downlink_store_failures_total',
    help: 'Failed attempts to store received lines',
    registers,
    collect() {
      this.reset();
      this.inc(counters.read().storeFailures);
    },
  });
}

function addStored(registry: Registry, stored: Received['stored']): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_stored_total',
    help: 'Stored messages and frames by type, of all sources, with imports and the demo',
    labelNames: ['type'],
    registers,
    collect() {
      this.reset();
      for (const [type, { count }] of stored.list()) this.inc({ type }, count);
    },
  });
  const ofType = (name: string, help: string, key: 'lastMs' | 'lagMs'): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['type'],
      registers,
      collect() {
        for (const [type, of] of stored.list()) this.set({ type }, of[key] / 1000);
      },
    });
  ofType('downlink_stored_last_timestamp_seconds', 'Last storage of a message of this type', 'lastMs');
  ofType('downlink_stored_lag_seconds', 'From the newest message of the last batch to its storage', 'lagMs');
}

/** Destinations are numbered in the order of FORWARD: their addresses stay here. */
function addForward(registry: Registry, counters: Received['counters']): void {
  const registers = [registry];
  new Counter({
    name: 'downlink_forwarded_total',
    help: 'Lines and frames for each destination of FORWARD by outcome',
    labelNames: ['destination', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const [at, { sent, dropped, repeated, tooLong }] of counters.forwardStates().entries())
        for (const [outcome, count] of Object.entries({ sent, dropped, repeated, too_long: tooLong }))
          this.inc({ destination: String(at + 1), outcome }, count);
    },
  });
  new Gauge({
    name: 'downlink_forward_waiting',
    help: 'Lines and frames that wait for each destination of FORWARD',
    labelNames: ['destination'],
    registers,
    collect() {
      for (const [at, { waiting }] of counters.forwardStates().entries())
        this.set({ destination: String(at + 1) }, waiting);
    },
  });
}
