/** Counts and texts of an import. */
export class ImportReport {
  read = 0;
  broken = 0;
  private readonly leftOutByReason = new Counts(Number.POSITIVE_INFINITY);
  private readonly oddities = new Counts(maxOdditiesListed);
  private readonly brokenLines: string[] = [];

  leftOut(reason: string): void {
    this.leftOutByReason.add(reason);
  }
  /** A value of an accepted line was dropped. */
  odd(what: string): void {
    this.oddities.add(what);
  }
  brokenLine(file: string, number: number, reason: string): void {
    this.broken++;
    if (this.brokenLines.length < maxBrokenListed) this.brokenLines.push(`${file}, line ${number}: ${reason}`);
  }

  /** The report, one line per element. `kinds` = stored rows by kind. */
  lines(kinds: readonly KindCount[]): string[] {
    const sum = (of: 'stored' | 'duplicates'): number => kinds.reduce((total, kind) => total + kind[of], 0);
    const unlisted = this.broken - this.brokenLines.length;
    return [
      `read ${this.read}, stored ${sum('stored')}, skipped ${this.leftOutByReason.total}, duplicates ${sum('duplicates')}, invalid ${this.broken}`,
      ...kinds.map((kind) => `  ${kind.title}: stored ${kind.stored}, duplicates ${kind.duplicates}`),
      ...this.leftOutByReason.most().map(([reason, count]) => `  skipped ${count}: ${reason}`),
      ...this.oddities.most().map(([what, count]) => `  ${count} times: ${what}`),
      ...this.brokenLines.map((line) => `  invalid: ${line}`),
      ...(unlisted > 0 ? [`  invalid: ${unlisted} more lines`] : []),
    ];
  }
}

type KindCount = { readonly title: string; readonly stored: number; readonly duplicates: number };

/** Broken lines listed one by one. The rest are counted. */
const maxBrokenListed = 20;
/** Warnings counted by name: a file may invent a million key names. */
const maxOdditiesListed = 60;

/** Counts by name. Beyond this many names the others count as one. */
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
