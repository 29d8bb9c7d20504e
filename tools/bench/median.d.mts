export function median(numbers: readonly number[]): number;
export function interleaved<N extends string>(
  candidates: Readonly<Record<N, () => Promise<number>>>,
  rounds: number,
  forMs?: number,
): Promise<Record<N, number[]>>;
