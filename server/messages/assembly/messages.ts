/** Reassembly: finds the blocks of a message. */

import { maxUplinkBlocks, uplinkBefore } from './own-text.ts';
import { clockTolerance, isSameBlock, previousBlockId, type ReceivedBlock } from './received-block.ts';
import { maxBlockLength } from './reception.ts';
import type { Transmission, Transmissions } from './transmissions.ts';

/**
 * `status` uses libacars' terms. `skipped` = one block, nothing to join. `complete` = every block was received, or a receiver with all
 * of them sent the whole text. `in progress` = no gap so far, the last block missing (forever, if it was lost). `out of sequence`
 * = a block before a received one is missing. `duplicate` and others are a receiver's own terms for a block that fits nowhere.
 */
export type Message = {
  /** Received blocks, in order. Of a repeated block the best transmission. */
  readonly blocks: readonly Transmission[];
  readonly status: string;
  /** The joined text if complete, otherwise ''. */
  readonly text: string;
};
/** A started message with its receptions. */
type Begun = { readonly members: ReadonlySet<ReceivedBlock>; readonly message: Message };

export class Messages {
  /** First blocks that start a message, in order of time. */
  private readonly starts: readonly ReceivedBlock[];
  private readonly known = new Map<ReceivedBlock, Begun>();

  constructor(
    /** In order of time. */
    private readonly all: readonly ReceivedBlock[],
    private readonly transmissions: Transmissions,
  ) {
    this.starts = startsOf(all);
  }

  of(received: ReceivedBlock): Message {
    const start = received.letter === null ? this.uplinkStart(received) : this.startOf(received);
    if (!start) return this.alone(received);
    const begun = this.known.get(start) ?? this.begin(start);
    this.known.set(start, begun);
    return begun.members.has(received) ? begun.message : this.alone(received);
  }

  /** The latest first block before this one. */
  private startOf(received: ReceivedBlock): ReceivedBlock | null {
    const isFirst = received.letter === 0;
    const untilSeconds = isFirst ? received.seconds : received.seconds + clockTolerance;
    let found: ReceivedBlock | null = null;
    for (const start of this.starts) {
      if (start.seconds > untilSeconds) break;
      const isPossible =
        start.seconds >= received.seconds - received.span && (!isFirst || isSameBlock(start, received));
      if (isPossible) found = start;
    }
    return found ?? (isFirst ? received : null);
  }

  private uplinkStart(received: ReceivedBlock): ReceivedBlock {
    let start = received;
    for (let steps = 1; steps < maxUplinkBlocks; steps++) {
      const before = uplinkBefore(this.all, start, received, false);
      if (!before) break;
      start = before;
    }
    return start;
  }

  private begin(start: ReceivedBlock): Begun {
    const places = start.letter === null ? this.uplinkPlaces(start) : this.downlinkPlaces(start);
    const blocks = places.map((candidates) => bestTransmission(candidates.map((one) => this.transmissions.of(one))));
    return { members: new Set(places.flat()), message: messageOf(blocks) };
  }

  /** Receptions by block letter. A letter with two block ids in one message belongs to it under the first. */
  private downlinkPlaces(start: ReceivedBlock): ReceivedBlock[][] {
    const next = this.starts.find((other) => other.seconds > start.seconds)?.seconds ?? Number.POSITIVE_INFINITY;
    const places: ReceivedBlock[][] = [];
    for (const received of this.all) {
      const { letter, seconds } = received;
      if (letter === null || seconds > start.seconds + start.span) continue;
      const tolerance = letter === 0 ? 0 : clockTolerance;
      if (seconds < start.seconds - tolerance || seconds >= next - tolerance) continue;
      while (places.length <= letter) places.push([]);
      const place = places[letter] ?? [];
      if (isSameBlock(letter === 0 ? start : (place[0] ?? received), received)) place.push(received);
    }
    return places;
  }

  /** Uplinks are not numbered: each block has the next block id. */
  private uplinkPlaces(start: ReceivedBlock): ReceivedBlock[][] {
    const untilSeconds = start.seconds + start.span;
    const likeIt = (first: ReceivedBlock): ReceivedBlock[] =>
      this.all.filter(
        (received) =>
          received.blockId === first.blockId &&
          received.seconds >= first.seconds - clockTolerance &&
          received.seconds <= untilSeconds,
      );
    const places = [likeIt(start)];
    while (places.length < maxUplinkBlocks) {
      const last = places.at(-1)?.find(({ follow }) => follow === 'more');
      if (!last) break;
      const next = this.all.find(
        (received) =>
          previousBlockId(received) === last.blockId &&
          received.seconds >= last.seconds - clockTolerance &&
          received.seconds <= untilSeconds,
      );
      if (!next) break;
      places.push(likeIt(next));
    }
    return places;
  }

  /** A block whose message start is missing, or that does not fit. Its receiver may have more blocks. */
  private alone(received: ReceivedBlock): Message {
    const transmission = this.transmissions.of(received);
    const blocks = [transmission];
    if (transmission.whole !== null) return { blocks, status: 'complete', text: limited(transmission.whole) };
    return { blocks, status: received.reception.aggregationStatus ?? 'out of sequence', text: '' };
  }
}

/** A first block starts a message, unless the previous one had the same block id recently: then it is a repeat. */
function startsOf(all: readonly ReceivedBlock[]): ReceivedBlock[] {
  const firsts = all.filter(({ letter }) => letter === 0);
  return firsts.filter((received, i) => {
    const before = firsts[i - 1];
    return !before || !isSameBlock(before, received) || received.seconds - before.seconds > received.span;
  });
}

/** Most receptions, then fewest errors, then the first. Null = none. */
function bestTransmission(transmissions: readonly Transmission[]): Transmission | null {
  let best: Transmission | null = null;
  for (const one of transmissions) {
    const isBetter = !best || one.members.length > best.members.length;
    const isAsGood = best !== null && one.members.length === best.members.length;
    if (isBetter || (isAsGood && best && faults(one) < faults(best))) best = one;
  }
  return best;
}
const faults = ({ members }: Transmission): number => Math.min(...members.map(({ reception }) => reception.error ?? 0));

function messageOf(places: readonly (Transmission | null)[]): Message {
  const blocks = places.filter((block) => block !== null);
  const hasGap = blocks.length < places.length;
  const last = blocks.at(-1);
  if (!last || !isLastBlock(last)) return { blocks, status: hasGap ? 'out of sequence' : 'in progress', text: '' };
  if (places.length === 1 && last.whole === null) return { blocks, status: 'skipped', text: '' };
  const texts = blocks.map(({ text }) => text);
  if (!hasGap && !texts.includes(null)) return { blocks, status: 'complete', text: limited(texts.join('')) };
  if (last.whole !== null) return { blocks, status: 'complete', text: limited(last.whole) };
  return { blocks, status: 'out of sequence', text: '' };
}

/** Receivers without this information are ignored. "More follows" outweighs its absence. */
const isLastBlock = ({ members }: Transmission): boolean =>
  members.some(({ follow }) => follow === 'last') && !members.some(({ follow }) => follow === 'more');

/** A joined text longer than any message is dropped. */
const limited = (text: string): string => (text.length > maxBlockLength ? '' : text);
