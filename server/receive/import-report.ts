/**
 * What an import counted, and how it tells. Must not: read or store anything.
 */
export class ImportReport {
  read = 0;
  stored = 0;
  duplicates = 0;
  broken = 0;
  private readonly leftOutByReason = new Map<string, number>();
  private readonly brokenLines: string[] = [];

  leftOut(reason: string): void {
    this.leftOutByReason.set(reason, (this.leftOutByReason.get(reason) ?? 0) + 1);
  }
  brokenLine(file: string, number: number, reason: string): void {
    this.broken++;
    if (this.brokenLines.length < maxBrokenListed) this.brokenLines.push(`${file}, line ${number}: ${reason}`);
  }
  get leftOutCount(): number {
    return [...this.leftOutByReason.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The report, a line an element. */
  lines(): string[] {
    const reasons = [...this.leftOutByReason].sort((a, b) => b[1] - a[1]);
    const unlisted = this.broken - this.brokenLines.length;
    return [
      `read ${this.read}, stored ${this.stored}, left out ${this.leftOutCount}, duplicates ${this.duplicates}, broken ${this.broken}`,
      ...reasons.map(([reason, count]) => `  left out ${count}: ${reason}`),
      ...this.brokenLines.map((line) => `  broken: ${line}`),
      ...(unlisted > 0 ? [`  broken: ${unlisted} more lines`] : []),
    ];
  }
}

/** Broken lines named one by one; the rest are counted. */
export const maxBrokenListed = 20;
