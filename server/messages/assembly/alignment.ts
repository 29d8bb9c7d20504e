/** Aligns two texts with missing, inserted or wrong characters, in bounded time. */

/** Characters shifted by more are not found: first a narrow band, which nearly always suffices, then a wide one. */
const narrowBand = 8;
const wideBand = 32;
/** Longer texts get the narrow band only. A block has about 220 characters, a message up to 16 blocks. */
const longText = 4000;
/** Texts that differ in more than a third (and in more than eight characters) are different texts. */
const allowedDifferences = (length: number): number => Math.max(8, Math.floor(length / 3));

/**
 * `at[i]` = characters of `other` at `pivot[i]`, '' = none. `before[i]` = characters inserted before it,
 * `before[pivot.length]` = after the end.
 */
export type Alignment = { readonly at: readonly string[]; readonly before: readonly string[] };

/** Pictures of control characters (json-values.ts) and the replacement character: unreadable characters. */
export function isUnreadable(character: string): boolean {
  if (character.length !== 1) return false;
  const code = character.charCodeAt(0);
  return code === 0xfffd || (code >= 0x2400 && code <= 0x2421);
}

const gapCost = 2;
function costOf(a: string, b: string): number {
  if (a === b) return 0;
  return isUnreadable(a) || isUnreadable(b) ? 1 : 2;
}

/**
 * Null for different texts. Work and memory grow with length times band, not with the square. Among equal alignments the
 * one that matches earliest is used, so that several texts with the same gap have it at the same position.
 */
export function align(pivot: readonly string[], other: readonly string[]): Alignment | null {
  let same = 0;
  while (same < pivot.length && pivot[same] === other[same]) same++;
  const allowed = allowedDifferences(Math.max(pivot.length, other.length));
  const rest = alignRest(pivot.slice(same), other.slice(same), allowed);
  if (!rest) return null;
  return { at: [...pivot.slice(0, same), ...rest.at], before: [...new Array<string>(same).fill(''), ...rest.before] };
}

function alignRest(pivot: readonly string[], other: readonly string[], allowed: number): Alignment | null {
  const narrow = new CostTable(pivot, other, narrowBand);
  // Leaving the band needs more gaps than its width: a cheaper alignment within it is optimal.
  if (narrow.total <= gapCost * narrowBand) return trace(pivot, other, narrow);
  if (Math.max(pivot.length, other.length) > longText) return null;
  const wide = new CostTable(pivot, other, wideBand);
  return wide.total <= gapCost * allowed ? trace(pivot, other, wide) : null;
}

const unreachable = 1 << 28;

/** Cost of aligning the rest of both texts from (i, j), for positions in the band, calculated from the end. */
class CostTable {
  private readonly costs: Int32Array;
  private readonly width: number;
  constructor(
    private readonly pivot: readonly string[],
    private readonly other: readonly string[],
    private readonly band: number,
  ) {
    this.width = 2 * band + 1;
    const isTooFar = Math.abs(pivot.length - other.length) > band;
    this.costs = new Int32Array(isTooFar ? 0 : (pivot.length + 1) * this.width).fill(unreachable);
    if (!isTooFar) for (let i = pivot.length; i >= 0; i--) this.fillRow(i);
  }

  get total(): number {
    return this.at(0, 0);
  }
  at(i: number, j: number): number {
    const isInside = i <= this.pivot.length && j <= this.other.length && Math.abs(i - j) <= this.band;
    return isInside ? (this.costs[i * this.width + (j - i + this.band)] ?? unreachable) : unreachable;
  }

  /** Without at(): this runs for each pair of characters in the band, whose neighbours are at fixed places. */
  private fillRow(i: number): void {
    const { costs, width, band } = this;
    const a = this.pivot[i];
    const [row, next] = [i * width, (i + 1) * width];
    for (let j = Math.min(this.other.length, i + band); j >= Math.max(0, i - band); j--) {
      const b = this.other[j];
      const place = j - i + band;
      let best = a === undefined && b === undefined ? 0 : unreachable;
      if (a !== undefined && b !== undefined) best = costOf(a, b) + (costs[next + place] ?? unreachable);
      if (a !== undefined && place > 0) best = Math.min(best, gapCost + (costs[next + place - 1] ?? unreachable));
      if (b !== undefined && place + 1 < width)
        best = Math.min(best, gapCost + (costs[row + place + 1] ?? unreachable));
      costs[row + place] = best;
    }
  }
}

function trace(pivot: readonly string[], other: readonly string[], costs: CostTable): Alignment {
  const at: string[] = [];
  const before: string[] = [];
  let inserted = '';
  let [i, j] = [0, 0];
  const take = (found: string): void => {
    at.push(found);
    before.push(inserted);
    inserted = '';
    i++;
  };
  while (i < pivot.length || j < other.length) {
    const [a, b] = [pivot[i], other[j]];
    const here = costs.at(i, j);
    if (a !== undefined && b !== undefined && here === costOf(a, b) + costs.at(i + 1, j + 1)) {
      take(b);
      j++;
    } else if (a !== undefined && here === gapCost + costs.at(i + 1, j)) {
      take('');
    } else {
      inserted += b ?? '';
      j++;
    }
  }
  before.push(inserted);
  return { at, before };
}
