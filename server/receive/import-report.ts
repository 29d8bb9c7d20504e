/**
 * What an import counted, and how it tells. Must not: read or store anything.
 */
export class ImportReport {
  read = 0;
  broken = 0;
  private readonly leftOutByReason = new Counts(Number.POSITIVE_INFINITY);
  private readonly oddities = new Counts(maxOdditiesListed);
  private readonly brokenLines: string[] = [];

  leftOut(reason: string): void {
    this.leftOutByReason.add(reason);
  }
  /** Something of a line that was taken was not. */
  odd(what: string): void {
    this.oddities.add(what);
  }
  brokenLine(file: string, number: number, reason: string): void {
    this.broken++;
    if (this.brokenLines.length < maxBrokenListed) this.brokenLines.push(`${file}, line ${number}: ${reason}`);
  }

  /** The report, a line an element. `kinds` = what was stored of each kind of row. */
  lines(kinds: readonly KindCount[]): string[] {
    const sum = (of: 'stored' | 'duplicates'): number => kinds.reduce((total, kind) => total + kind[of], 0);
    const unlisted = this.broken - this.brokenLines.length;
    return [
      `read ${this.read}, stored ${sum('stored')}, left out ${this.leftOutByReason.total}, duplicates ${sum('duplicates')}, broken ${this.broken}`,
      ...kinds.map((kind) => `  ${kind.title}: stored ${kind.stored}, duplicates ${kind.duplicates}`),
      ...this.leftOutByReason.most().map(([reason, count]) => `  left out ${count}: ${reason}`),
      ...this.oddities.most().map(([what, count]) => `  ${count} times: ${what}`),
      ...this.brokenLines.map((line) => `  broken: ${line}`),
      ...(unlisted > 0 ? [`  broken: ${unlisted} more lines`] : []),
    ];
  }
}

export type KindCount = { readonly title: string; readonly stored: number; readonly duplicates: number };

/** Broken lines named one by one; the rest are counted. */
export const maxBrokenListed = 20;
/** Oddities counted each; a file may invent a million names of keys. */
export const maxOdditiesListed = 60;

/** How often, by name; beyond so many names the others count as one. */
export class Counts {
  total = 0;
  private readonly counts = new Map<string, number>();

  constructor(private readonly maxNames: number) {}

  add(name: string): void {
    this.total++;
    const known = this.counts.has(name) || this.counts.size < this.maxNames ? name : 'something else';
    this.counts.set(known, (this.counts.get(known) ?? 0) + 1);
  }
  /** The most frequent first. */
  most(): [name: string, count: number][] {
    return [...this.counts].sort((a, b) => b[1] - a[1]);
  }
}
