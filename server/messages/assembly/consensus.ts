/** Consensus text of several receptions of a transmission, by character, with its certainty. Linear time, also for hostile texts. */
import { type Alignment, align, isUnreadable } from './alignment.ts';

/** `station` null = unknown, never equal to another. `error` = errors corrected or seen by the decoder, `level` dB. */
export type Voter = {
  readonly text: string;
  readonly station: string | null;
  readonly error: number | null;
  readonly level: number | null;
};
/**
 * `single` = one reception. `agreed` = all texts are equal. `majority` = they differ, and at every position more than half of the
 * stations that could read it agree. `disputed` = somewhere they do not: the better reception is used there.
 */
export type ConsensusStatus = 'single' | 'agreed' | 'majority' | 'disputed';
export type Consensus = { readonly status: ConsensusStatus; readonly text: string };

/** The best receptions, up to this number, vote. */
const maxVoters = 60;
/**
 * Different texts are compared by character, highest weight first, up to this number of texts and characters. The others count as
 * votes for something else. So the work per transmission is bounded, and grows linearly for a flood of long texts.
 */
const maxTexts = 16;
const maxCharacters = 40_000;
const maxRounds = 3;

/** Equal texts together. `share` = votes: one per station. `weight` = votes by quality. */
type Candidate = { readonly text: string; readonly characters: readonly string[]; share: number; weight: number };

/** At least one voter. The result does not depend on their order. */
export function consensusOf(voters: readonly Voter[]): Consensus {
  const first = voters[0];
  if (!first) throw new Error('no reception');
  if (voters.length === 1) return { status: 'single', text: first.text };
  if (voters.every(({ text }) => text === first.text)) return { status: 'agreed', text: first.text };
  const candidates = candidatesOf(ranked(voters).slice(0, maxVoters));
  const pivot = candidates.reduce((best, one) => (one.weight > best.weight ? one : best));
  return characterVote(candidates, pivot);
}

const unreadableCount = (text: string): number => {
  let count = 0;
  for (const character of text) if (isUnreadable(character)) count++;
  return count;
};

/** Fewer errors first, then fewer unreadable characters, then the stronger signal. The rest makes the order definite. */
function ranked(voters: readonly Voter[]): Voter[] {
  const unreadable = new Map<string, number>();
  for (const { text } of voters) if (!unreadable.has(text)) unreadable.set(text, unreadableCount(text));
  return [...voters].sort(
    (a, b) =>
      faults(a) - faults(b) ||
      (unreadable.get(a.text) ?? 0) - (unreadable.get(b.text) ?? 0) ||
      (b.level ?? -1e6) - (a.level ?? -1e6) ||
      compareText(a.station ?? '', b.station ?? '') ||
      compareText(a.text, b.text),
  );
}
const faults = ({ error }: Voter): number => Math.max(0, error ?? 0);
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** In the order of the best reception of each. */
function candidatesOf(voters: readonly Voter[]): Candidate[] {
  const times = new Map<string, number>();
  for (const { station } of voters) if (station !== null) times.set(station, (times.get(station) ?? 0) + 1);
  const byText = new Map<string, Candidate>();
  for (const voter of voters) {
    const { text, station } = voter;
    const candidate = byText.get(text) ?? { text, characters: Array.from(text), share: 0, weight: 0 };
    const share = station === null ? 1 : 1 / (times.get(station) ?? 1);
    candidate.share += share;
    candidate.weight += share / (1 + faults(voter));
    byText.set(text, candidate);
  }
  return [...byText.values()];
}
const totalShare = (candidates: readonly Candidate[]): number => candidates.reduce((sum, { share }) => sum + share, 0);
/** Sums of shares such as 1/3 are not exact. */
const isMoreThanHalf = (share: number, total: number): boolean => share > total / 2 + 1e-9;

/** Votes along the text of the highest weight. The result is then the text to vote along, until it is stable. */
function characterVote(candidates: readonly Candidate[], pivot: Candidate): Consensus {
  let along: readonly string[] = pivot.characters;
  let result = voteAlong(along, candidates);
  for (let round = 1; round < maxRounds && result.text !== along.join(''); round++) {
    along = Array.from(result.text);
    result = voteAlong(along, candidates);
  }
  return { status: result.isMajority ? 'majority' : 'disputed', text: result.text };
}

function comparedOf(candidates: readonly Candidate[]): Candidate[] {
  let characters = 0;
  return [...candidates]
    .sort((a, b) => b.weight - a.weight)
    .slice(0, maxTexts)
    .filter(({ text }) => {
      characters += text.length;
      return characters <= maxCharacters;
    });
}

type Ballot = Map<string, { share: number; weight: number }>;

function voteAlong(along: readonly string[], candidates: readonly Candidate[]): { text: string; isMajority: boolean } {
  const compared = comparedOf(candidates);
  const lines: { candidate: Candidate; alignment: Alignment }[] = [];
  for (const candidate of candidates) {
    const alignment = compared.includes(candidate) ? align(along, candidate.characters) : null;
    if (alignment) lines.push({ candidate, alignment });
  }
  // Entirely different texts vote against every character.
  const against = totalShare(candidates) - totalShare(lines.map(({ candidate }) => candidate));
  let text = '';
  let isMajority = true;
  const count = (read: (alignment: Alignment) => string): void => {
    const first = lines[0] && read(lines[0].alignment);
    if (against === 0 && first !== undefined && lines.every(({ alignment }) => read(alignment) === first)) {
      text += first;
      return;
    }
    const ballot: Ballot = new Map();
    for (const { candidate, alignment } of lines) cast(ballot, read(alignment), candidate);
    const outcome = winnerOf(ballot, against);
    text += outcome.value;
    isMajority &&= outcome.isMajority;
  };
  for (let i = 0; i <= along.length; i++) {
    count(({ before }) => before[i] ?? '');
    if (i < along.length) count(({ at }) => at[i] ?? '');
  }
  return { text, isMajority };
}

function cast(ballot: Ballot, value: string, { share, weight }: Candidate): void {
  const votes = ballot.get(value) ?? { share: 0, weight: 0 };
  votes.share += share;
  votes.weight += weight;
  ballot.set(value, votes);
}

/** An unreadable character is not a vote, unless no one could read it. With equal weights the better reception, which voted first. */
function winnerOf(ballot: Ballot, against: number): { value: string; isMajority: boolean } {
  const readable = [...ballot].filter(([value]) => !isUnreadable(value));
  const votes = readable.length ? readable : [...ballot];
  let [best, total] = [votes[0], against];
  for (const vote of votes) {
    total += vote[1].share;
    if (best && vote[1].weight > best[1].weight + 1e-9) best = vote;
  }
  return best ? { value: best[0], isMajority: isMoreThanHalf(best[1].share, total) } : { value: '', isMajority: false };
}
