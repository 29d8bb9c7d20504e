/** Runs an export: requests responses, passes them to the worker, saves the file. Keeps nothing when cancelled or logged out. Own file: loaded by a click. */

import { api } from '../../../contract/api.ts';
import { maxExactCount } from '../../../contract/params.ts';
import { ApiError } from '../../data/api-error.ts';
import { storedRows } from '../../data/list-resource.ts';
import { firstPageRows, type MatchingRows, matchingRows, nextOffset, nextPageRows } from '../../data/matching-rows.ts';
import type { Coverage } from '../../data/offline/coverage.ts';
import { send, serverNow } from '../../data/send.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { ageText, isoDay, utcDay, utcShort } from '../../lib/time.ts';
import { EndedSession, sessionSignal } from '../../session/session-signal.ts';
import { notify } from '../../ui/notices.ts';
import { saveFile } from '../../ui/save-file.ts';
import { chipsOf } from '../filter/filter-fields.ts';
import { coverageText, coveredFrom, serverCountText } from '../page/coverage-text.ts';
import { countText } from '../page/paging.ts';
import { isServerSort, sortRows } from '../state/list-sort.ts';
import { listRequest } from '../state/list-state.ts';
import type { ExportFormat, ExportProgress, ExportRequest } from './export-request.ts';
import { type AboutLine, maxLibraryRows, maxRows, type Sheet, sheetName, sheetOf, unitLines } from './sheet.ts';
import { openWorker, type WorkerLine } from './worker-line.ts';
import type { WriterName } from './worker-protocol.ts';

type Report = (step: Partial<ExportProgress>) => void;
/** Description of the rows, completed at the end of the export. */
type Fetched = Omit<Exported, 'exportedAt'>;

/** Resolves when the file is saved or the export is cancelled. Throws permanent errors with a text for the user. */
export async function runExport(request: ExportRequest, signal: AbortSignal, report: Report): Promise<void> {
  const { list } = request;
  const sheet = sheetOf(list);
  const loaded = request.rows === 'matching' ? null : sortRows(list, request.page?.rows ?? [], request.state.sort);
  const line = openWorker({
    sheet,
    rows: list.endpoint.list.rows,
    count: list.endpoint.list.count,
    writer: writerOf(request.format, loaded?.length ?? Number.POSITIVE_INFINITY),
    maxRows,
  });
  const session = sessionSignal();
  const matching = matchingRows(list.endpoint, listRequest(list, request.state), request.extra);
  try {
    await Promise.race([reportExport(request, matching.params, null), whenAborted(signal)]);
    const fetched = await Promise.race([
      loaded
        ? addLoaded(request, loaded, line, report)
        : inTurn(signal, report, () => addMatching(request, matching, line, signal, report)),
      whenAborted(signal),
    ]);
    const exported = { ...fetched, exportedAt: serverNow() };
    const file = await Promise.race([
      line.finish(aboutLines(request, sheet, exported), sheetName(sheet, storedPart(exported) !== null)),
      whenAborted(signal),
    ]);
    if (session.aborted) return;
    const name = fileName(request, exported);
    saveFile(file, name);
    void reportExport(request, matching.params, exported.rows);
    notifyDone(request, exported, name);
  } catch (error) {
    if (signal.aborted || error instanceof EndedSession) return;
    throw error;
  } finally {
    line.end();
  }
}

const writerOf = (format: ExportFormat, rows: number): WriterName =>
  format === 'csv' ? 'csv' : format === 'jsonl' ? 'jsonLines' : rows <= maxLibraryRows ? 'library' : 'stream';

/** Text files have no second sheet: the name states that rows are missing. That of workbooks is fixed (C78). */
function fileName({ list, format }: ExportRequest, exported: Exported): string {
  const part = format === 'xlsx' ? null : storedPart(exported);
  const mark = part === null ? '' : ` (part, stored ${isoDay(part.asOf)} ${utcShort(part.asOf).replace(':', '')})`;
  return `${list.export?.fileName ?? list.title}${mark}.${format}`;
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });

// ---- rows on screen or stored

/** Rows per message, so that none blocks a frame. */
const rowsAtOnce = 250;

async function addRows(rows: readonly object[], line: WorkerLine, report: Report): Promise<number> {
  let written = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    written = (await line.addRows(rows.slice(at, at + rowsAtOnce))).written;
    report({ done: written, of: rows.length });
  }
  return written;
}

async function addLoaded(
  request: ExportRequest,
  rows: readonly object[],
  line: WorkerLine,
  report: Report,
): Promise<Fetched> {
  const { page } = request;
  return {
    rows: await addRows(rows, line, report),
    matching: page?.count ?? rows.length,
    isMatchingExact: page?.isCountExact ?? true,
    window: page?.window ?? null,
    coverage: page?.coverage ?? null,
  };
}

/** null = nothing stored. */
async function addStored(request: ExportRequest, line: WorkerLine, report: Report): Promise<Fetched | null> {
  const { list, state, extra } = request;
  const page = await storedRows(list.endpoint, listRequest(list, state), extra);
  if (!page) return null;
  const rows = await addRows(page.rows, line, report);
  return { rows, matching: page.count, isMatchingExact: true, window: page.window, coverage: page.coverage };
}

// ---- turns: exports of many rows follow each other, so that each ends soon and other calls do not wait

const waitingMs = 2000;
const runningMs = 5000;
/** A server that is unreachable or lacks the call delays no export. */
const turnDeadlineMs = 3000;

async function inTurn<T>(signal: AbortSignal, report: Report, work: () => Promise<T>): Promise<T> {
  const id = crypto.randomUUID();
  const turn = async (isOver: boolean): Promise<number> => {
    const call = { body: { id, isOver }, cause: 'poll', deadlineMs: turnDeadlineMs } as const;
    const response = await send(api.audit.exportTurn, call).catch(() => null);
    return (response as { before?: number } | null)?.before ?? 0;
  };
  try {
    for (let before = await turn(false); before > 0 && !signal.aborted; before = await turn(false)) {
      report({ before });
      await new Promise((resolve) => setTimeout(resolve, waitingMs));
    }
    signal.throwIfAborted();
    report({ before: 0 });
    const timer = setInterval(() => void turn(false), runningMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  } finally {
    void turn(true);
  }
}

// ---- all matching rows

/** Responses after which rows are requested again (`nextOffset`): the counts of another server may fall and rise for ever. */
const maxRewinds = 10;

/** Requests page by page. After a failure the user decides how to continue. */
async function addMatching(
  request: ExportRequest,
  matching: MatchingRows,
  line: WorkerLine,
  signal: AbortSignal,
  report: Report,
): Promise<Fetched> {
  let limit = firstPageRows;
  let offset = 0;
  let written = 0;
  let count = Number.POSITIVE_INFINITY;
  let rewinds = 0;
  while (offset < count && written < maxRows) {
    const page = { offset, limit: Math.min(limit, maxRows) };
    const startedAt = performance.now();
    try {
      const added = await addResponse(matching, page, line, signal);
      const before = rewinds < maxRewinds ? count : Number.POSITIVE_INFINITY;
      const next = nextOffset({ offset, received: added.received, count: added.count, before });
      if (next < offset + added.received) rewinds++;
      written = added.written;
      // Nothing more is there, whatever the count is.
      count = added.received === 0 && next === offset ? offset : added.count;
      offset = next;
      limit = nextPageRows(limit, performance.now() - startedAt);
      report({ done: written, of: Math.min(Math.max(count, written), maxRows), stopped: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stored = written === 0 && error.unreached ? await addStored(request, line, report) : null;
      if (stored) return stored;
      const isSavedSoFar = (await userChoice(error, written, report)) === 'save';
      if (isSavedSoFar) break;
      limit = nextPageRows(limit, Number.POSITIVE_INFINITY);
    }
  }
  const known = Number.isFinite(count) ? Math.max(count, written) : written;
  return {
    rows: written,
    matching: known,
    isMatchingExact: known <= maxExactCount,
    window: matching.window,
    coverage: null,
  };
}

async function addResponse(
  matching: MatchingRows,
  page: { readonly offset: number; readonly limit: number },
  line: WorkerLine,
  signal: AbortSignal,
) {
  const added = await line.addText(await matching.respond(page, signal));
  if (!added) throw new ApiError({ unreached: 'mismatch' });
  return added;
}

function userChoice(error: ApiError, written: number, report: Report): Promise<'retry' | 'save'> {
  return new Promise((resolve) => {
    const choose = (choice: 'retry' | 'save') => () => {
      report({ stopped: null });
      resolve(choice);
    };
    report({
      stopped: { why: error.message, retry: choose('retry'), saveSoFar: written > 0 ? choose('save') : null },
    });
  });
}

// ---- end

function notifyDone({ list }: ExportRequest, exported: Exported, name: string): void {
  const { rows, matching, coverage } = exported;
  const title = `${counted(rows, ...list.noun)} exported to ${name}`;
  if (coverage !== null) {
    const storedAt = coverage.asOf;
    const part = coverageText(coverage, list.noun, exported.exportedAt);
    const age = ageText(exported.exportedAt - storedAt);
    const text = `From the copy stored on ${utcDay(storedAt)} at ${utcShort(storedAt)}, ${age} ago. The server is unreachable.${part === null ? '' : ` ${part}`}`;
    notify({ kind: 'info', title, text });
  } else if (rows >= maxRows && matching > rows) {
    const found = exported.isMatchingExact ? formatCount(matching) : `More than ${formatCount(maxExactCount)}`;
    const text = `${found} match, but an export is limited to ${formatCount(maxRows)}. Narrow the filter to export the rest.`;
    notify({ kind: 'info', title, text });
  } else notify({ kind: 'done', title });
}

// ---- Second sheet: source, query and count of the rows, because a workbook is read long after.

type Exported = {
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

function aboutLines(request: ExportRequest, sheet: Sheet, exported: Exported): readonly AboutLine[] {
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
const storedPart = ({ coverage }: Pick<Exported, 'coverage'>): Coverage | null =>
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

// ---- Reports an export to the server, which records it in the audit trail.

/** An export is not delayed for longer by a slow server. */
const waitMs = 2000;

/** `query` = parameters of the rows. `rows` null = the export starts. */
function reportExport(
  { list, format }: ExportRequest,
  query: Readonly<Record<string, string>>,
  rows: number | null,
): Promise<unknown> {
  const body = { list: list.endpoint.path, query: { ...query }, format, rows };
  // Without a server the rows are those of the device. Another server of this API may lack the call. Ours records requests for many rows in any case.
  const report = send(api.audit.exported, { body, cause: 'user' }).catch(() => {});
  return Promise.race([report, new Promise((resolve) => setTimeout(resolve, waitMs))]);
}
