/**
 * Extracts the block's own text. Receivers that reassemble (acarsdec, dumpvdl2 and dumphfdl, all by libacars) give the last block
 * the text of the whole message, others its own.
 */
import { clockTolerance, previousBlockId, type ReceivedBlock } from './reception.ts';

/** Shorter beginnings could match by chance. */
const distinctiveLength = 24;
/** Maximum number of blocks of a message. */
export const maxUplinkBlocks = 16;

/** `own` = text of this block, null = unknown. `whole` = text of the message, null = not in this reception. */
export type OwnText = { readonly own: string | null; readonly whole: string | null };

/** One for each of `all`, which are in order of time. */
export function ownTexts(all: readonly ReceivedBlock[]): OwnText[] {
  const known = new Map<ReceivedBlock, OwnText>();
  const textOf = (block: ReceivedBlock): OwnText => {
    const before = known.get(block);
    if (before) return before;
    known.set(block, { own: block.text, whole: null }); // a cycle of uplink blocks ends here
    const found = split(all, block, textOf);
    known.set(block, found);
    return found;
  };
  return all.map(textOf);
}

function split(
  all: readonly ReceivedBlock[],
  block: ReceivedBlock,
  textOf: (block: ReceivedBlock) => OwnText,
): OwnText {
  const { text } = block;
  const asItIs = { own: text, whole: null };
  if (block.follow === 'more' || block.letter === 0 || text === '') return asItIs;
  for (const isSameStation of [true, false]) {
    const earlier = earlierBlocks(all, block, isSameStation);
    if (!earlier) continue;
    const before = earlier.map((part) => textOf(part).own ?? '').join('');
    const isDistinctive = block.isReportedComplete || before.length >= distinctiveLength;
    if (before !== '' && isDistinctive && text.length > before.length && beginsLike(text, before))
      return { own: text.slice(before.length), whole: text };
  }
  const first = block.letter === null ? null : latestFirst(all, block, false);
  const isWhole = block.isReportedComplete || (first !== null && first.text.length >= distinctiveLength);
  return isWhole ? { own: null, whole: text } : asItIs;
}

/** A damaged character in a block must not hide that this text starts with them: the first characters decide. */
export const beginsLike = (text: string, beginning: string): boolean =>
  text.startsWith(beginning.slice(0, distinctiveLength));

/** The previous blocks, first to last, as one station received them (or any). null if one is missing. */
function earlierBlocks(
  all: readonly ReceivedBlock[],
  block: ReceivedBlock,
  isSameStation: boolean,
): ReceivedBlock[] | null {
  if (block.letter === null) return earlierUplinks(all, block, isSameStation);
  const parts: ReceivedBlock[] = [];
  for (let letter = 0; letter < block.letter; letter++) {
    const part = letter === 0 ? latestFirst(all, block, isSameStation) : latest(all, block, letter, isSameStation);
    if (!part) return null;
    parts.push(part);
  }
  return parts;
}

/** The last first block with which the text of this one begins: numbers come again within minutes. */
const latestFirst = (
  all: readonly ReceivedBlock[],
  block: ReceivedBlock,
  isSameStation: boolean,
): ReceivedBlock | null =>
  latest(all, block, 0, isSameStation, ({ text }) => text !== '' && beginsLike(block.text, text));

/** The last reception of a block letter before (or, by another clock, just after) this one. */
function latest(
  all: readonly ReceivedBlock[],
  block: ReceivedBlock,
  letter: number,
  isSameStation: boolean,
  isPossible: (other: ReceivedBlock) => boolean = () => true,
): ReceivedBlock | null {
  let found: ReceivedBlock | null = null;
  for (const other of all) {
    if (other.seconds > block.seconds + (isSameStation ? 0 : clockTolerance)) break;
    if (other.letter !== letter || other.seconds < block.seconds - block.span) continue;
    if ((!isSameStation || other.station === block.station) && isPossible(other)) found = other;
  }
  return found;
}

function earlierUplinks(
  all: readonly ReceivedBlock[],
  block: ReceivedBlock,
  isSameStation: boolean,
): ReceivedBlock[] | null {
  const parts: ReceivedBlock[] = [];
  for (
    let part = uplinkBefore(all, block, block, isSameStation);
    part;
    part = uplinkBefore(all, part, block, isSameStation)
  ) {
    parts.unshift(part);
    if (parts.length >= maxUplinkBlocks) break;
  }
  return parts.length ? parts : null;
}

/** The uplink block continued by `next`: the previous block id, ended with "more follows", within the time that `requested` allows. */
export function uplinkBefore(
  all: readonly ReceivedBlock[],
  next: ReceivedBlock,
  requested: ReceivedBlock,
  isSameStation: boolean,
): ReceivedBlock | null {
  const blockId = previousBlockId(next);
  let found: ReceivedBlock | null = null;
  for (const other of all) {
    if (other.seconds > next.seconds + (isSameStation ? 0 : clockTolerance)) break;
    if (other === next || other.blockId !== blockId || other.follow !== 'more') continue;
    if (other.seconds < requested.seconds - requested.span) continue;
    if (!isSameStation || other.station === requested.station) found = other;
  }
  return found;
}
