/** Differences between a received text and the consensus text. Time stays linear for hostile texts. Pure. Own file: tested without a screen. */

/** `same` and `other` contain characters of the reception. `missing` contains characters of the consensus that it lacks. */
export type TextPart = { readonly kind: 'same' | 'other' | 'missing'; readonly text: string };

/** Above this number of comparisons the middle of the texts counts as different. */
const maxComparisons = 400_000;

/** Parts of `text` in order. `same` and `other` together are the whole text. */
export function textDifferences(winner: string, text: string): readonly TextPart[] {
  const [a, b] = [Array.from(winner), Array.from(text)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const parts: TextPart[] = [];
  push(parts, 'same', b.slice(0, head));
  for (const part of middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail))) parts.push(part);
  push(parts, 'same', b.slice(b.length - tail));
  return parts;
}

function push(parts: TextPart[], kind: TextPart['kind'], characters: readonly string[]): void {
  if (characters.length > 0) parts.push({ kind, text: characters.join('') });
}

/** Replaced characters are `other`: the received characters are shown. */
function pushDifference(parts: TextPart[], lost: readonly string[], gained: readonly string[]): void {
  if (gained.length > 0) push(parts, 'other', gained);
  else push(parts, 'missing', lost);
}

function middle(a: readonly string[], b: readonly string[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  if (a.length * b.length > maxComparisons) {
    pushDifference(parts, a, b);
    return parts;
  }
  const table = commonLengths(a, b);
  const width = b.length + 1;
  let lost: string[] = [];
  let gained: string[] = [];
  let same: string[] = [];
  const endDifference = (): void => {
    pushDifference(parts, lost, gained);
    lost = [];
    gained = [];
  };
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      endDifference();
      same.push(b[j] ?? '');
      i++;
      j++;
      continue;
    }
    push(parts, 'same', same);
    same = [];
    const isLost =
      j >= b.length || (i < a.length && (table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0));
    if (isLost) lost.push(a[i++] ?? '');
    else gained.push(b[j++] ?? '');
  }
  push(parts, 'same', same);
  endDifference();
  return parts;
}

/** Length of the longest common subsequence of each pair of ends, row by row. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint16Array {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] =
        a[i] === b[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
  return table;
}
