/** Deterministic random numbers of the demo. Never use them for secrets. */
export type Random = {
  /** 0 <= x < 1 */
  next(): number;
  /** Integer, both ends included. */
  whole(min: number, max: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
  chance(probability: number): boolean;
};

/** mulberry32 with two seeds: the same pair gives the same sequence. */
export function randomOf(seed: number, salt: number): Random {
  let state = firstState(seed, salt);
  const next = (): number => {
    state = (state + stride) | 0;
    return fractionOf(state);
  };
  const whole = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    whole,
    pick: (items) => items[whole(0, items.length - 1)] ?? items[0],
    chance: (probability) => next() < probability,
  };
}

/** Only the first number of that sequence: for the millions of events of which most are skipped. */
export const firstOf = (seed: number, salt: number): number => fractionOf((firstState(seed, salt) + stride) | 0);

const stride = 0x6d2b79f5;

function firstState(seed: number, salt: number): number {
  return (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(salt | 0, 0x85ebca6b) ^ Math.trunc(salt / 2 ** 32)) | 0;
}

function fractionOf(state: number): number {
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
