/** Groups receptions of a block by transmission, and finds their consensus text. */
import { type ConsensusStatus, consensusOf, type Voter } from './consensus.ts';
import type { Heard } from './heard.ts';
import type { OwnText } from './own-text.ts';
import { transmissionGapSeconds } from './reception.ts';

export type Transmission = {
  /** In order of time. */
  readonly members: readonly Heard[];
  readonly status: ConsensusStatus;
  /** The block's own text. null if its receivers sent the text of the whole message only. */
  readonly text: string | null;
  /** The text of the whole message, if a receiver sent it. */
  readonly whole: string | null;
};

/** Receptions that continue for longer than this are not one transmission: each counts alone. */
const maxTransmissionSeconds = 30;

export class Transmissions {
  private readonly texts = new Map<Heard, OwnText>();
  private readonly blocks = new Map<string, Heard[]>();
  private readonly known = new Map<string, Transmission>();

  /** `all` in order of time, `texts` one for each. */
  constructor(all: readonly Heard[], texts: readonly OwnText[]) {
    all.forEach((heard, i) => {
      this.texts.set(heard, texts[i] as OwnText);
      const block = this.blocks.get(blockName(heard));
      if (block) block.push(heard);
      else this.blocks.set(blockName(heard), [heard]);
    });
  }

  /** Receptions of the same block around this one, with gaps of a few seconds at most. */
  of(heard: Heard): Transmission {
    const name = blockName(heard);
    const block = this.blocks.get(name) ?? [];
    let from = block.indexOf(heard);
    let to = from;
    while (isClose(block[from - 1], block[from]) && isWithin(block[from], heard)) from--;
    while (isClose(block[to], block[to + 1]) && isWithin(block[to], heard)) to++;
    if (!isWithin(block[from], heard) || !isWithin(block[to], heard))
      return { members: [heard], ...this.vote([heard]) };
    const place = `${name}|${from}|${to}`;
    const known = this.known.get(place);
    if (known) return known;
    const members = block.slice(from, to + 1);
    const made = { members, ...this.vote(members) };
    this.known.set(place, made);
    return made;
  }

  isWinner(member: Heard, { text, whole }: Transmission): boolean {
    const said = this.texts.get(member);
    return text === null ? said?.whole === whole : said?.own === text;
  }

  private vote(members: readonly Heard[]): Omit<Transmission, 'members'> {
    const owns = members.flatMap((member) => voters(member, this.texts.get(member)?.own));
    const wholes = members.flatMap((member) => voters(member, this.texts.get(member)?.whole));
    const outcome = consensusOf(owns.length ? owns : wholes);
    // One own text among several receptions: the others had the whole message only, which is no contradiction.
    const status = outcome.status === 'single' && members.length > 1 ? 'agreed' : outcome.status;
    return { status, text: owns.length ? outcome.text : null, whole: wholes.length ? consensusOf(wholes).text : null };
  }
}

const blockName = ({ letter, blockId }: Heard): string => `${letter ?? ''}|${blockId ?? ''}`;

const isClose = (earlier: Heard | undefined, later: Heard | undefined): boolean =>
  earlier !== undefined && later !== undefined && later.seconds - earlier.seconds <= transmissionGapSeconds;
const isWithin = (other: Heard | undefined, heard: Heard): boolean =>
  other !== undefined && Math.abs(other.seconds - heard.seconds) <= maxTransmissionSeconds;
function voters({ station, reception }: Heard, text: string | null | undefined): Voter[] {
  return text === null || text === undefined ? [] : [{ text, station, error: reception.error, level: reception.level }];
}
