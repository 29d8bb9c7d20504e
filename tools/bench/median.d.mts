export function median(numbers: readonly number[]): number;
export function medians<N extends string>(
  candidates: Readonly<Record<N, () => number | Promise<number>>>,
  rounds: number,
  forMs?: number,
): Promise<Record<N, number>>;
