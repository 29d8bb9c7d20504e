/** Texts about the coverage of a stored view. Pure. */

import { type Coverage, reachesEnd, type ServerCount, type Span } from '../../data/offline/coverage.ts';
import { cappedCount, formatCount } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';

/** `row`, `rows`. */
type Noun = readonly [one: string, many: string];
/** Of a list whose rows are messages, each with all its receptions. */
export const receptionNoun: Noun = ['reception', 'receptions'];

export const serverCountText = ({ count }: ServerCount): string => cappedCount(count);

/** `18 of 248`, or `18` if the server never counted this query, or counted no more. */
export function storedCountText({ storedRows, found }: Pick<Coverage, 'storedRows' | 'found'>): string {
  return found && found.count > storedRows
    ? `${formatCount(storedRows)} of ${serverCountText(found)}`
    : formatCount(storedRows);
}

/** The oldest stored instant from which rows are complete, except for gaps. null = unknown. */
export const coveredFrom = ({ spans }: Pick<Coverage, 'spans'>): number | null => {
  const from = spans.at(-1)?.from;
  return from !== undefined && Number.isFinite(from) ? from : null;
};

/** Complete sentences. null = every matching row as of `asOf` is stored, no note needed. */
export function coverageText(coverage: Coverage, noun: Noun, now: number): string | null {
  if (coverage.isComplete) return null;
  const { unfiltered, found } = coverage;
  const stored = unfiltered ? searchedText(coverage, unfiltered, noun, now) : storedText(coverage, noun, now);
  const isCountNewer = found && (unfiltered || Math.abs(found.at - coverage.asOf) >= 60_000);
  const counted = isCountNewer ? ` The server found ${serverCountText(found)} at ${utcMoment(found.at, now)}.` : '';
  return `${stored}${counted}`;
}

/** `The newest 1,000 of 2,326 messages are stored, received from 15:38Z on.` */
function storedText(coverage: Coverage, noun: Noun, now: number): string {
  const { storedRows } = coverage;
  const verb = storedRows === 1 ? 'is' : 'are';
  const what = `${isNewest(coverage) ? 'The newest ' : ''}${storedCountText(coverage)} ${nounOf(coverage, noun)} ${verb} stored`;
  return `${what}${fromText(coverage, now)}.`;
}

/** `18 in the newest 1,000 of 15,000 messages, received from 15:38Z on.` If the search covers a longer range than the list: its own range. */
function searchedText(coverage: Coverage, unfiltered: Coverage, noun: Noun, now: number): string {
  const { storedRows } = coverage;
  const listFrom = coveredFrom(unfiltered);
  const searchFrom = coveredFrom(coverage);
  const isListSearched =
    searchFrom === null ? coverage.spans.length === 0 : listFrom !== null && listFrom <= searchFrom;
  if (unfiltered.storedRows === 0 || !isListSearched) {
    const what =
      storedRows === 1
        ? `1 matching ${noun[0]} is stored`
        : `${formatCount(storedRows)} matching ${noun[1]} are stored`;
    return `${what}${fromText(coverage, now)}.`;
  }
  const pool = isNewest(unfiltered)
    ? `the newest ${storedCountText(unfiltered)} ${nounOf(unfiltered, noun)}`
    : `${storedCountText(unfiltered)} stored ${nounOf(unfiltered, noun)}`;
  return `${storedRows === 0 ? 'None' : formatCount(storedRows)} in ${pool}${fromText(unfiltered, now)}.`;
}

/** One span up to the end, and nothing stored after it. */
const isNewest = (coverage: Coverage): boolean =>
  coverage.spans.length === 1 && coverage.storedRows === coverage.storedRowsInSpans && reachesEnd(coverage);

const nounOf = ({ storedRows, found }: Coverage, [one, many]: Noun): string =>
  Math.max(storedRows, found?.count ?? 0) === 1 ? one : many;

function fromText(coverage: Coverage, now: number): string {
  const from = coveredFrom(coverage);
  if (from === null) return '';
  const start = utcMoment(from, now);
  if (isNewest(coverage)) return `, received from ${start} on`;
  const end = reachesEnd(coverage) ? 'on' : `to ${utcMoment(coverage.spans[0]?.to ?? from, now)}`;
  return `, complete from ${start} ${end}${gapsText(coverage.spans, now)}`;
}

/** Up to two gaps by time, more by number. */
function gapsText(spans: readonly Span[], now: number): string {
  const gaps = spans.slice(0, -1).map((span, at) => [spans[at + 1]?.to ?? span.from, span.from] as const);
  if (gaps.length === 0) return '';
  if (gaps.length > 2) return ` with ${formatCount(gaps.length)} gaps`;
  const times = gaps.reverse().map(([from, to]) => `${utcMoment(from, now)} to ${utcMoment(to, now)}`);
  return ` except ${times.join(' and ')}`;
}
