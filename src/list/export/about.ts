/** Second sheet: source, query and count of the rows, because a workbook is read long after. */
import { formatCount } from '../../lib/format.ts';
import type { Coverage } from '../../offline/coverage.ts';
import { coverageText, coveredFrom, serverCountText } from '../coverage-text.ts';
import { chipsOf } from '../filter-fields.ts';
import { isServerSort } from '../list-sort.ts';
import { countText } from '../Pager.tsx';
import type { ExportRequest } from './export-request.ts';
import { type AboutLine, type Sheet, unitLines } from './sheet.ts';

export type Exported = {
  readonly rows: number;
  /** Matching rows. `maxExactCount` + 1 = more than that. */
  readonly matching: number;
  readonly isMatchingExact: boolean;
  /** Epoch ms. */
  readonly exportedAt: number;
  readonly window: { readonly from: number | null; readonly to: number } | null;
  /** Of the stored copy. null = rows of the server. */
  readonly coverage: Coverage | null;
};

export function aboutLines(request: ExportRequest, sheet: Sheet, exported: Exported): readonly AboutLine[] {
  const { list, state } = request;
  const { window, coverage } = exported;
  const part = storedPart(exported);
  const sort = state.sort && (request.rows !== 'matching' || isServerSort(list, state.sort.key)) ? state.sort : null;
  return [
    ['List', list.title],
    ['Exported at (UTC)', { instantMs: wholeSecond(exported.exportedAt) }],
    ['Rows', exported.rows],
    ...(part === null
      ? [['Matching rows', countText(exported.matching, exported.isMatchingExact)] as const]
      : partLines(part)),
    ['Scope', scopes[request.rows] ?? whichMatching(exported)],
    ...(coverage === null
      ? []
      : ([
          ['Source', 'stored copy (server unreachable)'],
          ['Stored copy as of (UTC)', { instantMs: wholeSecond(coverage.asOf) }],
        ] as const)),
    ...(state.isArchived ? ([['Archive', 'included']] as const) : []),
    ...(window?.from ? ([['From (UTC)', { instantMs: wholeSecond(window.from) }]] as const) : []),
    ...(window ? ([['To (UTC)', { instantMs: wholeSecond(window.to) }]] as const) : []),
    ...chipsOf(list, state.filters)
      .filter(({ field }) => field.filter.way !== 'between' || !window)
      .map(({ field, text }) => [`Filter: ${field.label}`, text] as const),
    ...(sort ? ([['Sorted by', sortWords(request, sort)]] as const) : []),
    ...unitLines(list, sheet),
  ];
}

const scopes: Partial<Readonly<Record<ExportRequest['rows'], string>>> = {
  loaded: 'rows on screen',
  marked: 'marked rows',
};

/** A workbook is read on other days: forces every time to include its date. */
const withDays = 0;

/** Coverage of the stored rows. */
function partLines(part: Coverage): readonly AboutLine[] {
  const from = coveredFrom(part);
  return [
    ['Stored rows that match the filter', formatCount(part.storedRows)],
    ...(part.found === null
      ? []
      : ([
          ['Rows that match on the server', serverCountText(part.found)],
          ['Counted by the server at (UTC)', { instantMs: wholeSecond(part.found.at) }],
        ] as const)),
    ['Not complete', coverageText(part, ['row', 'rows'], withDays) ?? ''],
    ...(from === null ? [] : ([['Stored rows from (UTC)', { instantMs: wholeSecond(from) }]] as const)),
  ];
}

/** Number of stored rows, if incomplete. null = all. */
export const storedPart = ({ coverage }: Pick<Exported, 'coverage'>): Coverage | null =>
  coverage?.isComplete === false ? coverage : null;

function whichMatching(exported: Exported): string {
  const { rows, matching } = exported;
  if (storedPart(exported)) return 'stored matching rows, the server has more';
  return rows < matching ? `first ${formatCount(rows)} matching rows` : 'all matching rows';
}

function sortWords({ list }: ExportRequest, sort: { readonly key: string; readonly isDescending: boolean }): string {
  const header = list.columns.find((column) => column.key === sort.key)?.header ?? sort.key;
  return `${header}, ${sort.isDescending ? 'descending' : 'ascending'}`;
}

const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;
