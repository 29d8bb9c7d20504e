/**
 * A live answer when it comes in time, else the stored one: the race between the two.
 * Must not: know what is asked, who asks, or where the copy lies.
 */

export type Copied<L, S, W> =
  | { readonly from: 'live'; readonly value: L }
  | { readonly from: 'stored'; readonly value: S; readonly why: W | 'slow' }
  /** Not reached, and nothing is stored. */
  | { readonly from: 'nothing'; readonly why: W };
export type LateAnswer<L, W> =
  | { readonly kind: 'answered'; readonly value: L }
  | { readonly kind: 'not reached'; readonly why: W }
  /** The server was reached and refused, or the request was given up. */
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Waits for `live`; after `slowMs` hands over to what is stored, if anything is, and tells `late` how the live one ended.
 * An error that is not 'not reached' (`unreached` gives null) is thrown, or told to `late`.
 */
export async function withOfflineCopy<L, S, W>(race: {
  live(): Promise<L>;
  stored(): Promise<S | null>;
  unreached(error: unknown): W | null;
  readonly slowMs: number;
  /** Called once when the live answer is slow, whether or not anything is stored. */
  slow(): void;
  late(answer: LateAnswer<L, W>): void;
}): Promise<Copied<L, S, W>> {
  const settled: Promise<LateAnswer<L, W>> = race.live().then(
    (value) => ({ kind: 'answered', value }),
    (error: unknown) => {
      const why = race.unreached(error);
      return why === null ? { kind: 'failed', error } : { kind: 'not reached', why };
    },
  );
  const isSlow = (await firstOf(settled, race.slowMs)) === 'slow';
  if (isSlow) {
    race.slow();
    // A copy that cannot be read is no reason to stop waiting for the live answer.
    const stored = race.stored().catch(() => null);
    const value = await Promise.race([stored, settled.then(() => null)]);
    if (value !== null) {
      // A task later, so that the hand-over has arrived before what replaces it.
      settled.then((answer) => setTimeout(() => race.late(answer)));
      return { from: 'stored', value, why: 'slow' };
    }
  }
  const answer = await settled;
  if (answer.kind === 'answered') return { from: 'live', value: answer.value };
  if (answer.kind === 'failed') throw answer.error;
  const value = await race.stored();
  return value === null ? { from: 'nothing', why: answer.why } : { from: 'stored', value, why: answer.why };
}

async function firstOf<T>(work: Promise<T>, waitMs: number): Promise<T | 'slow'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<'slow'>((resolve) => {
    timer = setTimeout(() => resolve('slow'), waitMs);
  });
  try {
    return await Promise.race([work, slow]);
  } finally {
    clearTimeout(timer);
  }
}
