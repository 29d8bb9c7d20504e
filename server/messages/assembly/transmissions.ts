/** Groups receptions of a block by transmission, and finds their consensus text. */
import { type ConsensusStatus, consensusOf, type Voter } from './consensus.ts';
import type { OwnText } from './own-text.ts';
import type { ReceivedBlock } from './received-block.ts';
import { transmissionGapSeconds } from './reception.ts';

export type Transmission = {
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
