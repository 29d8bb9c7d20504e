/** The table of a run. */
import { loadavg } from 'node:os';
import type { Counted } from './count-back.ts';
import type { Measures } from './measured-calls.ts';
import type { LoadOptions } from './options.ts';
import type { Sender } from './stations.ts';

export type Outcome = {
  readonly options: LoadOptions;
  readonly senders: readonly Sender[];
  readonly counted: ReadonlyMap<Sender['way'], Counted>;
  readonly measures: Measures;
  /** From the first message to the last confirmation. */
  readonly sentForMs: number;
};

export function reportLines({ options, senders, counted, measures, sentForMs }: Outcome): string[] {
  const { stations, readers, seconds } = options;
  const lines = [
    `${stations} stations and ${readers} readers for ${seconds} s, load of this machine ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ];
  if (counted.size > 0) {
    lines.push('', row(['messages', 'sent', 'stored', 'rows/s', 'lost', 'duplicated', 'undelivered']));
    for (const [way, { found, lost, duplicated, undelivered }] of counted) {
      const sent = senders.reduce((sum, one) => sum + (one.way === way ? one.sent : 0), 0);
      lines.push(row([way, sent, found, (found / (sentForMs / 1000)).toFixed(1), lost, duplicated, undelivered]));
    }
  }
  if (measures.times.size > 0) {
    lines.push('', row(['calls', 'number', 'p50 ms', 'p95 ms', 'p99 ms', 'slowest']));
    for (const [call, times] of [...measures.times].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number): string => quantile(sorted, share).toFixed(0);
      lines.push(row([call, sorted.length, at(0.5), at(0.95), at(0.99), at(1)]));
    }
  }
  lines.push('', measures.errors.size === 0 ? 'No errors.' : 'Errors:');
  for (const [reason, count] of measures.errors) lines.push(`  ${count} x ${reason}`);
  return lines;
}

const row = ([first, ...others]: readonly (string | number)[]): string =>
  String(first).padEnd(20) + others.map((value) => String(value).padStart(12)).join('');

/** Nearest rank. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
