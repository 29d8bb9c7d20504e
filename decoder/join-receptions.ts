/** Receptions of one message by several stations are one message, as are its joined blocks. Pure. */
import { foldCase } from '../contract/filters.ts';
import { parseInstant } from '../contract/params.ts';

export type Received = {
  readonly id: string;
  readonly acarsDateTime: string;
  readonly stationId: string | null;
  readonly tail: string | null;
  readonly label: string | null;
  readonly msgno: string | null;
  readonly blockId: string | null;
  /** Of all blocks, once they are joined. */
  readonly aggregatedText: string | null;
};
/** `newest` of its receptions. Receivers in lower case. */
export type Joined<R> = { readonly newest: R; readonly atMs: number; readonly receivers: Set<string> };

/** Receptions of one message are at most this far apart. */
const joinedMs = 60_000;

/** Blocks of one message have one number with other letters, and one text once they are joined. */
const nameOf = ({ msgno, blockId, aggregatedText }: Received): readonly (string | null)[] =>
  aggregatedText === null ? [msgno, blockId] : [msgno?.slice(0, 3) ?? null, aggregatedText];

/** Newest first, as given. */
export function joinReceptions<R extends Received>(receptions: readonly R[]): Joined<R>[] {
  const joined: Joined<R>[] = [];
  const latest = new Map<string, Joined<R>>();
  for (const one of receptions) {
    const atMs = parseInstant(one.acarsDateTime) ?? 0;
    // A message without any of these cannot be recognised.
    const isNamed = one.tail !== null && one.msgno !== null;
    const key = isNamed ? JSON.stringify([one.tail, one.label, ...nameOf(one)]) : one.id;
    const known = latest.get(key);
    const receiver = foldCase(one.stationId ?? '');
    if (known && known.atMs - atMs <= joinedMs) {
      known.receivers.add(receiver);
      continue;
    }
    const message = { newest: one, atMs, receivers: new Set([receiver]) };
    latest.set(key, message);
    joined.push(message);
  }
  return joined;
}
