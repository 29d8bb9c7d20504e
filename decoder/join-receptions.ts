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
  readonly text: string | null;
  /** Of all blocks, once they are joined. */
  readonly aggregatedText: string | null;
};
/** `receptions` in the order given, `newest` = the first of them. Receivers in lower case. */
export type Joined<R> = {
  readonly newest: R;
  readonly atMs: number;
  readonly receivers: Set<string>;
  readonly receptions: R[];
};

/** Two successive receptions of one message are at most this far apart. server/messages/joined-page.ts has the same rule. */
export const joinedMs = 60_000;

/**
 * Blocks of one message have one number with other letters, and one text once they are joined. Uplinks have no number: their letter
 * and text name them. null = cannot be recognised.
 */
function nameOf({ msgno, blockId, text, aggregatedText }: Received): readonly (string | null)[] | null {
  if (aggregatedText !== null && (msgno ?? blockId) !== null) return [msgno?.slice(0, 3) ?? null, aggregatedText];
  if (msgno !== null) return [msgno, blockId];
  return blockId === null || text === null ? null : [null, blockId, text];
}

/** Newest first, as given. */
export function joinReceptions<R extends Received>(receptions: readonly R[]): Joined<R>[] {
  const joined: Joined<R>[] = [];
  const latest = new Map<string, { readonly message: Joined<R>; oldestMs: number }>();
  for (const one of receptions) {
    const atMs = parseInstant(one.acarsDateTime) ?? 0;
    const name = one.tail === null ? null : nameOf(one);
    const key = name ? JSON.stringify([one.tail, one.label, ...name]) : one.id;
    const known = latest.get(key);
    const receiver = foldCase(one.stationId ?? '');
    if (known && known.oldestMs - atMs <= joinedMs) {
      known.message.receivers.add(receiver);
      known.message.receptions.push(one);
      known.oldestMs = atMs;
      continue;
    }
    const message = { newest: one, atMs, receivers: new Set([receiver]), receptions: [one] };
    latest.set(key, { message, oldestMs: atMs });
    joined.push(message);
  }
  return joined;
}
