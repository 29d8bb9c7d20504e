/** Reassembly: finds the blocks of a message. Own file: pure, and the order of blocks changes apart from their texts. */

import { type ConsensusStatus, consensusOf, type Voter } from './consensus.ts';
import { beginsLike, maxUplinkBlocks, type OwnText, uplinkBefore } from './own-text.ts';
import {
  clockTolerance,
  isSameBlock,
  isSameText,
  maxBlockLength,
  previousBlockId,
  type ReceivedBlock,
  transmissionGapSeconds,
} from './reception.ts';

/**
 * `status` uses libacars' terms. `skipped` = one block, nothing to join. `complete` = every block was received, or a receiver with all
 * of them sent the whole text. `in progress` = no gap so far, the last block missing (forever, if it was lost). `out of sequence`
 * = a block before a received one is missing. `duplicate` and others are a receiver's own terms for a block that fits nowhere.
 */
type Message = {
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

  /**
   * Receptions by block letter. A letter with two block ids, or two texts, in one message belongs to it under the first, which is the nearest.
   */
  private downlinkPlaces(start: ReceivedBlock): ReceivedBlock[][] {
    const next = this.starts.find((other) => other.seconds > start.seconds)?.seconds ?? Number.POSITIVE_INFINITY;
    const places: ReceivedBlock[][] = [];
    // Another message of this number has begun, whose first block is missing: from then on only repeats belong to this one.
    let isOver = false;
    for (const received of this.all) {
      const { letter, seconds } = received;
      if (letter === null || seconds > start.seconds + start.span) continue;
      const tolerance = letter === 0 ? 0 : clockTolerance;
      if (seconds < start.seconds - tolerance || seconds >= next - tolerance) continue;
      const place = places[letter] ?? [];
      const isNew = letter > 0 && place.length === 0;
      const first = letter === 0 ? start : (place[0] ?? received);
      const isFitting = isSameBlock(first, received) && (letter === 0 || this.isRepeat(place, received));
      if (!isFitting || (isNew && isAfterLater(places, received))) isOver = true;
      if (!isFitting || (isNew && isOver)) continue;
      while (places.length <= letter) places.push([]);
      places[letter]?.push(received);
    }
    const last = places.findIndex((place) => place.length > 0 && place.every(({ follow }) => follow === 'last'));
    return last < 0 ? places : places.slice(0, last + 1);
  }

  /** Of the blocks before it, which are one. Texts of the whole message cannot be compared. */
  private isRepeat(place: readonly ReceivedBlock[], received: ReceivedBlock): boolean {
    const last = place.at(-1);
    if (!last || received.seconds - last.seconds <= transmissionGapSeconds) return true;
    const own = (block: ReceivedBlock): string | null => this.transmissions.ownTextOf(block);
    if (own(received) === null) return true;
    const known = place.filter((other) => own(other) !== null);
    return known.length === 0 || known.some((other) => isSameText(other, received, (block) => own(block) ?? ''));
  }

  /** Uplinks are not numbered: each block has the next block id. */
  private uplinkPlaces(start: ReceivedBlock): ReceivedBlock[][] {
    const untilSeconds = start.seconds + start.span;
    const likeIt = (first: ReceivedBlock): ReceivedBlock[] => {
      const place: ReceivedBlock[] = [];
      for (const received of this.all) {
        const { blockId, seconds } = received;
        if (blockId !== first.blockId || seconds < first.seconds - clockTolerance || seconds > untilSeconds) continue;
        if (this.isRepeat(place, received)) place.push(received);
      }
      return place;
    };
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

/** An aircraft sends a block when the one before is acknowledged: a later block was sent before this one only in another message. */
const isAfterLater = (places: readonly ReceivedBlock[][], { letter, seconds }: ReceivedBlock): boolean =>
  places.slice((letter ?? 0) + 1).some(([later]) => later !== undefined && later.seconds < seconds - clockTolerance);

/** A first block starts a message, unless the previous one had the same block id and text recently: then it is a repeat. */
function startsOf(all: readonly ReceivedBlock[]): ReceivedBlock[] {
  const firsts = all.filter(({ letter }) => letter === 0);
  return firsts.filter((received, i) => {
    const before = firsts[i - 1];
    if (!before || !isSameBlock(before, received)) return true;
    const gap = received.seconds - before.seconds;
    return gap > received.span || (gap > transmissionGapSeconds && !isSameText(before, received));
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
  // A receiver joins blocks of two messages with one number, too.
  const isItsOwn = last.whole !== null && (places[0]?.text ? beginsLike(last.whole, places[0].text) : true);
  if (last.whole !== null && isItsOwn) return { blocks, status: 'complete', text: limited(last.whole) };
  return { blocks, status: 'out of sequence', text: '' };
}

/** Receivers without this information are ignored. "More follows" outweighs its absence. */
const isLastBlock = ({ members }: Transmission): boolean =>
  members.some(({ follow }) => follow === 'last') && !members.some(({ follow }) => follow === 'more');

/** A joined text longer than any message is dropped. */
const limited = (text: string): string => (text.length > maxBlockLength ? '' : text);

// ---- Groups receptions of a block by transmission, and finds their consensus text.

type Transmission = {
  /** In order of time. */
  readonly members: readonly ReceivedBlock[];
  readonly status: ConsensusStatus;
  /** The block's own text. null if its receivers sent the text of the whole message only. */
  readonly text: string | null;
  /** The text of the whole message, if a receiver sent it. */
  readonly whole: string | null;
};

/** Receptions that continue for longer than this are not one transmission: each counts alone. */
const maxTransmissionSeconds = 30;

export class Transmissions {
  private readonly texts = new Map<ReceivedBlock, OwnText>();
  private readonly blocks = new Map<string, ReceivedBlock[]>();
  private readonly known = new Map<string, Transmission>();

  /** `all` in order of time, `texts` one for each. */
  constructor(all: readonly ReceivedBlock[], texts: readonly OwnText[]) {
    all.forEach((received, i) => {
      this.texts.set(received, texts[i] as OwnText);
      const block = this.blocks.get(blockName(received));
      if (block) block.push(received);
      else this.blocks.set(blockName(received), [received]);
    });
  }

  /** Receptions of the same block around this one, with gaps of a few seconds at most. */
  of(received: ReceivedBlock): Transmission {
    const name = blockName(received);
    const block = this.blocks.get(name) ?? [];
    let from = block.indexOf(received);
    let to = from;
    while (isClose(block[from - 1], block[from]) && isWithin(block[from], received)) from--;
    while (isClose(block[to], block[to + 1]) && isWithin(block[to], received)) to++;
    if (!isWithin(block[from], received) || !isWithin(block[to], received))
      return { members: [received], ...this.vote([received]) };
    const place = `${name}|${from}|${to}`;
    const known = this.known.get(place);
    if (known) return known;
    const members = block.slice(from, to + 1);
    const made = { members, ...this.vote(members) };
    this.known.set(place, made);
    return made;
  }

  /** Null = its receiver sent the text of the whole message only. */
  ownTextOf(received: ReceivedBlock): string | null {
    return this.texts.get(received)?.own ?? null;
  }

  isWinner(member: ReceivedBlock, { text, whole }: Transmission): boolean {
    const texts = this.texts.get(member);
    return text === null ? texts?.whole === whole : texts?.own === text;
  }

  private vote(members: readonly ReceivedBlock[]): Omit<Transmission, 'members'> {
    const owns = members.flatMap((member) => voters(member, this.texts.get(member)?.own));
    const wholes = members.flatMap((member) => voters(member, this.texts.get(member)?.whole));
    const outcome = consensusOf(owns.length ? owns : wholes);
    // One own text among several receptions: the others had the whole message only, which is no contradiction.
    const status = outcome.status === 'single' && members.length > 1 ? 'agreed' : outcome.status;
    return { status, text: owns.length ? outcome.text : null, whole: wholes.length ? consensusOf(wholes).text : null };
  }
}

const blockName = ({ letter, blockId }: ReceivedBlock): string => `${letter ?? ''}|${blockId ?? ''}`;

const isClose = (earlier: ReceivedBlock | undefined, later: ReceivedBlock | undefined): boolean =>
  earlier !== undefined && later !== undefined && later.seconds - earlier.seconds <= transmissionGapSeconds;
const isWithin = (other: ReceivedBlock | undefined, received: ReceivedBlock): boolean =>
  other !== undefined && Math.abs(other.seconds - received.seconds) <= maxTransmissionSeconds;
function voters({ station, reception }: ReceivedBlock, text: string | null | undefined): Voter[] {
  return text === null || text === undefined ? [] : [{ text, station, error: reception.error, level: reception.level }];
}
