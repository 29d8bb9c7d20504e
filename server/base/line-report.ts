/** Result of the lines that a station posted (C120). */
import type { Api } from '../../contract/api.ts';
import type { Reads } from '../../contract/endpoint.ts';
import type { SourceCounters } from './ingest-counters.ts';

export type Report = Reads<Api['ingest']['acars']>;

/** Line numbers reported for each reason. */
const linesNamed = 5;

export class LineReport {
  private readonly leftOutByReason = new Map<string, number[]>();
  private readonly brokenByReason = new Map<string, number[]>();
  private readonly events = new Map<string, number>();
  private received = 0;
  private stored = 0;
  private duplicates = 0;
  private ofOthers = 0;

  take(lines: number): void {
    this.received += lines;
  }
  store({ stored, duplicates }: { readonly stored: number; readonly duplicates: number }): void {
    this.stored += stored;
    this.duplicates += duplicates;
  }
  /** A link event of this kind. */
  event(kind: string): void {
    this.events.set(kind, (this.events.get(kind) ?? 0) + 1);
  }
  /** A valid line that is not stored. */
  leftOut(reason: string, line: number): void {
    note(this.leftOutByReason, reason, line);
  }
  /** A valid line of a receiver that is not the station's. */
  ofOther(reason: string, line: number): void {
    this.ofOthers++;
    this.leftOut(reason, line);
  }
  /** An unusable line. */
  broken(reason: string, line: number): void {
    note(this.brokenByReason, reason, line);
  }

  /** Why nothing of what was to be stored is stored. null = something is, or no line was to be stored. */
  get failure(): 'of others' | 'broken' | null {
    if (this.stored + this.duplicates > 0) return null;
    return this.ofOthers > 0 ? 'of others' : this.brokenByReason.size > 0 ? 'broken' : null;
  }

  respond(): Report {
    const { stored, duplicates } = this;
    const leftOut = [...this.brokenByReason, ...this.leftOutByReason].map(([reason, numbers]) => ({
      reason,
      count: numbers.length,
      lines: numbers.slice(0, linesNamed),
    }));
    return { stored, duplicates, leftOut: leftOut.sort((a, b) => b.count - a.count) };
  }

  countInto(counters: SourceCounters): void {
    counters.received += this.received;
    counters.stored += this.stored;
    counters.duplicates += this.duplicates;
    for (const [kind, count] of this.events) counters.events.add(kind, count);
    for (const [reason, numbers] of this.leftOutByReason) counters.leftOut.add(reason, numbers.length);
    for (const [reason, numbers] of this.brokenByReason) counters.broken.add(reason, numbers.length);
  }
}

function note(byReason: Map<string, number[]>, reason: string, number: number): void {
  const numbers = byReason.get(reason);
  if (numbers) numbers.push(number);
  else byReason.set(reason, [number]);
}
