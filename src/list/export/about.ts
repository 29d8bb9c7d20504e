/**
 * What the second sheet tells: where the rows come from, what was asked, how many there were. A workbook is read long after.
 * Must not: read the clock (callers pass the instant).
 */
import { formatCount } from '../../lib/format.ts';
import { chipsOf } from '../filter-words.ts';
import { isServerSort } from '../list-sort.ts';
import { countText } from '../Pager.tsx';
import type { ExportRequest } from './export-store.ts';
import { type AboutLine, type Sheet, unitLines } from './sheet.ts';

export type Exported = {
  readonly rows: number;
  /** Rows that match; `maxExactCount` + 1 = more than that. */
  readonly matching: number;
  readonly isMatchingExact: boolean;
  /** Epoch ms. */
  readonly exportedAt: number;
  readonly window: { readonly from: number | null; readonly to: number } | null;
  /** Epoch ms at which the server said this, when the rows are the device's stored copy; null = they are the server's own. */
  readonly storedAt: number | null;
};

export function aboutLines(request: ExportRequest, sheet: Sheet, exported: Exported): readonly AboutLine[] {
  const { list, state } = request;
  const { window, storedAt } = exported;
  const sort = state.sort && (request.rows === 'loaded' || isServerSort(list, state.sort.key)) ? state.sort : null;
  return [
    ['List', list.title],
    ['Exported at (UTC)', { instantMs: wholeSecond(exported.exportedAt) }],
    ['Rows', exported.rows],
    ['Rows that match the filter', countText(exported.matching, exported.isMatchingExact)],
    ['Which', request.rows === 'loaded' ? 'the rows that were on the screen' : whichMatching(exported)],
    ...(storedAt === null
      ? []
      : ([
          ['Source', 'the copy stored on the device; the server was not reached'],
          ['Stored copy as of (UTC)', { instantMs: wholeSecond(storedAt) }],
        ] as const)),
    ...(window?.from ? ([['From (UTC)', { instantMs: wholeSecond(window.from) }]] as const) : []),
    ...(window ? ([['To (UTC)', { instantMs: wholeSecond(window.to) }]] as const) : []),
    ...chipsOf(list, state.filters)
      .filter(({ field }) => field.filter.way !== 'between' || !window)
      .map(({ field, text }) => [`Filter: ${field.label}`, text] as const),
    ...(sort ? ([['Sorted by', sortWords(request, sort)]] as const) : []),
    ...unitLines(list, sheet),
  ];
}

function whichMatching({ rows, matching }: Exported): string {
  return rows < matching ? `the first ${formatCount(rows)} of the rows that match` : 'all rows that match';
}

function sortWords({ list }: ExportRequest, sort: { readonly key: string; readonly isDescending: boolean }): string {
  const header = list.columns.find((column) => column.key === sort.key)?.header ?? sort.key;
  return `${header}, ${sort.isDescending ? 'descending' : 'ascending'}`;
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;
