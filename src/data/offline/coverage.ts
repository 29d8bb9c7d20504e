/** What the stored responses of a list cover of a request: rows, count and complete time spans (decision 33). Pure. */
import type { Filter } from '../../../contract/filters.ts';
import { parseInstant } from '../../../contract/params.ts';
import { paramNames } from './filter-rows.ts';

type Texts = Readonly<Record<string, string>>;
/** Epoch ms, both ends included. `from` is -Infinity where nothing limits it. */
export type Span = { readonly from: number; readonly to: number };
/** `maxExactCount` + 1 = more than that (C22). `at` = epoch ms of the server. */
export type ServerCount = { readonly count: number; readonly at: number };

export type Coverage = {
  /** Epoch ms of the server: the newest stored response that contains the newest rows of the request. */
  readonly asOf: number;
  /** Stored rows that match. */
  readonly storedRows: number;
  /** Of these, rows within `spans`. */
  readonly storedRowsInSpans: number;
  /** The last server count for exactly this request; null = never requested, or not stored. */
  readonly found: ServerCount | null;
  /** Times of which every matching row is stored, newest first. Empty = unknown, or the rows have no time. */
  readonly spans: readonly Span[];
  /** The requested time, up to `asOf`. null = rows have no time. */
  readonly requested: Span | null;
  /** Every matching row as of `asOf` is stored. */
  readonly isComplete: boolean;
  /** The same for the list without filters; null when the request has none. */
  readonly unfiltered: Coverage | null;
};

/** Facts of a stored response. `count` null = how many rows match on the server is unknown. */
export type PageFacts = {
  readonly asked: Texts;
  readonly windowHours: number | null;
  readonly offset: number;
  readonly rowCount: number;
  readonly count: number | null;
  readonly storedAt: number;
  /** Times of its rows; null or absent = unknown, or the rows have no time. */
  readonly rowSpan?: Span | null;
};
type CoverageRequest = { readonly filters: Texts; readonly windowMs: number | null };
/** Result of the responses alone. Rows are counted by the caller. */
type Reach = Pick<Coverage, 'asOf' | 'found' | 'spans' | 'requested'> & { readonly isWhole: boolean };

/** Times in requests have whole seconds, times of rows have milliseconds. */
const secondMs = 1000;

/** `pages` must not be empty. */
export function reachOf(filters: readonly Filter[], pages: readonly PageFacts[], request: CoverageRequest): Reach {
  const time = timeParams(filters);
  const covering = pages.filter((page) => isNoStricter(page, request.filters, paramNames(filters), time));
  const asOf = newestOf(filters, covering.length > 0 ? covering : pages, request.filters);
  const found = lastCount(pages, request, time !== null);
  if (!time) return { asOf, found, spans: [], requested: null, isWhole: covering.some(isWholePage) };
  const requested = windowOf(time, request.filters, request.windowMs, asOf);
  const spans = clipped(joined(covering.flatMap((page) => spanOf(page, covering, time))), requested);
  const isWhole = (spans[0]?.from ?? Infinity) <= requested.from + secondMs && reachesEnd({ spans, requested });
  return { asOf, found, spans, requested, isWhole };
}

/** Adds the rows: `times` of the matching ones, epoch ms; null = the row has none. */
export function coverageOf(reach: Reach, times: readonly (number | null)[], unfiltered: Coverage | null): Coverage {
  const { isWhole, ...facts } = reach;
  const { asOf, found, spans } = facts;
  const isIn = (at: number | null): boolean => at !== null && spans.some(({ from, to }) => from <= at && at <= to);
  const storedRows = times.length;
  // A response with the exact count cannot leave more rows open.
  const isShort = found !== null && found.at === asOf && found.count > storedRows;
  const storedRowsInSpans = spans.length === 0 ? storedRows : times.filter(isIn).length;
  return { ...facts, storedRows, storedRowsInSpans, isComplete: isWhole && !isShort, unfiltered };
}

/** No newer row is missing up to the end of the requested time. */
export const reachesEnd = ({ spans, requested }: Pick<Coverage, 'spans' | 'requested'>): boolean =>
  requested !== null && (spans[0]?.to ?? -Infinity) >= requested.to - secondMs;

export const timeParams = (filters: readonly Filter[]): readonly [from: string, to: string] | null => {
  const [from, to] = filters.find((filter) => filter.way === 'between')?.params ?? [];
  return from && to ? [from.name, to.name] : null;
};

type TimeParams = readonly [from: string, to: string];
const isTime = (time: TimeParams | null, name: string): boolean => time?.includes(name) ?? false;

/** A response with no stricter filter than the request contains all matching rows within its reach. Times are compared as spans. */
function isNoStricter({ asked }: PageFacts, filters: Texts, declared: ReadonlySet<string>, time: TimeParams | null) {
  return Object.entries(asked).every(
    ([name, text]) => !declared.has(name) || isTime(time, name) || filters[name] === text,
  );
}

/** Only a first page without another end contains the newest rows. */
function newestOf(filters: readonly Filter[], pages: readonly PageFacts[], texts: Texts): number {
  const time = timeParams(filters);
  const hasSameEnd = (page: PageFacts): boolean => !time || page.asked[time[1]] === texts[time[1]];
  const hasOpenEnd = (page: PageFacts): boolean => !time || page.asked[time[1]] === undefined;
  const first = pages.filter((page) => page.offset === 0);
  const found = [first.filter((page) => hasSameEnd(page) || hasOpenEnd(page)), first, pages];
  return Math.max(...(found.find((some) => some.length > 0) ?? []).map((page) => page.storedAt));
}

function lastCount(pages: readonly PageFacts[], request: CoverageRequest, hasWindow: boolean): ServerCount | null {
  let last: ServerCount | null = null;
  for (const { asked, windowHours, count, storedAt } of pages) {
    if (count === null || !isSame(asked, request.filters)) continue;
    if (hasWindow && (windowHours ?? 0) * 3600_000 !== (request.windowMs ?? 0)) continue;
    if (!last || storedAt > last.at) last = { count, at: storedAt };
  }
  return last;
}
const isSame = (one: Texts, other: Texts): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, text]) => other[name] === text);

const isWholePage = ({ offset, rowCount, count }: PageFacts): boolean =>
  offset === 0 && count !== null && rowCount >= count;

function windowOf([from, to]: TimeParams, texts: Texts, windowMs: number | null, at: number): Span {
  const end = Math.min(instantIn(texts, to) ?? at, at);
  return { from: instantIn(texts, from) ?? (windowMs === null ? -Infinity : at - windowMs), to: end };
}
const instantIn = (texts: Texts, name: string): number | null => parseInstant(texts[name] ?? '');

/** Times for which the response contains every requested row. */
function spanOf(page: PageFacts, all: readonly PageFacts[], time: TimeParams): readonly Span[] {
  const { offset, rowCount, count, storedAt, windowHours, rowSpan } = page;
  const window = windowOf(time, page.asked, windowHours === null ? null : windowHours * 3600_000, storedAt);
  if (isWholePage(page)) return [window];
  if (!rowSpan || count === null) return [];
  const from = offset + rowCount >= count ? window.from : rowSpan.from;
  if (offset === 0) return [{ from, to: window.to }];
  // Rows that arrived between two pages move the later one down, so it begins within the earlier one, or right behind it.
  const before = all.filter(
    (one) =>
      one.offset < offset &&
      one.offset + one.rowCount >= offset &&
      one.storedAt <= storedAt &&
      one.windowHours === windowHours &&
      isSame(one.asked, page.asked),
  );
  const starts = before.flatMap((one) => one.rowSpan?.from ?? []);
  return [{ from, to: Math.max(rowSpan.to, ...starts) }];
}

/** Spans that touch become one. Newest first. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((a, b) => b.to - a.to)) {
    const last = all.at(-1);
    if (last && span.to >= last.from - secondMs)
      all[all.length - 1] = { from: Math.min(last.from, span.from), to: last.to };
    else all.push(span);
  }
  return all;
}

function clipped(spans: readonly Span[], window: Span): readonly Span[] {
  return spans
    .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
    .filter(({ from, to }) => from <= to);
}

/** From the oldest to the newest of some times; null without any, or when one is unknown. */
export function spanOfTimes(times: readonly (number | null)[]): Span | null {
  let from = Infinity;
  let to = -Infinity;
  for (const at of times) {
    if (at === null) return null;
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  return times.length === 0 ? null : { from, to };
}
