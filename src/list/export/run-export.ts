/** Runs an export: requests responses, passes them to the worker, saves the file. Keeps nothing when cancelled or logged out. */
import { maxExactCount } from '../../../contract/params.ts';
import { ApiError } from '../../api/api-error.ts';
import { storedRows } from '../../api/list-resource.ts';
import { firstPageRows, type MatchingRows, matchingRows, nextPageRows } from '../../api/matching-rows.ts';
import { serverNow } from '../../api/send.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { ageText, isoDay, utcDay, utcShort } from '../../lib/time.ts';
import { EndedSession, sessionSignal } from '../../session/session-signal.ts';
import { notify } from '../../ui/notices.ts';
import { saveFile } from '../../ui/save-file.ts';
import { coverageText } from '../coverage-text.ts';
import { sortRows } from '../list-sort.ts';
import { listRequest } from '../list-state.ts';
import { aboutLines, type Exported, storedPart } from './about.ts';
import type { ExportFormat, ExportProgress, ExportRequest } from './export-request.ts';
import { reportExport } from './report-export.ts';
import { maxLibraryRows, maxRows, sheetName, sheetOf } from './sheet.ts';
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
      loaded ? addLoaded(request, loaded, line, report) : addMatching(request, matching, line, signal, report),
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

// ---- all matching rows

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
  while (offset < count && written < maxRows) {
    const page = { offset, limit: Math.min(limit, maxRows) };
    const startedAt = performance.now();
    try {
      const added = await addResponse(matching, page, line, signal);
      offset += added.received;
      written = added.written;
      count = added.received === 0 ? offset : added.count;
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
