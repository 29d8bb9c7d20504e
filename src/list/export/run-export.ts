/**
 * One export from the press to the file: fetches answer by answer, hands them to the worker, saves what it makes. Loaded when first needed.
 * Must not: draw, or keep anything when it is given up or the session ends.
 */
import { maxExactCount } from '../../../contract/params.ts';
import { ApiError, EndedSession } from '../../api/api-error.ts';
import { firstPageRows, type MatchingRows, matchingRows, nextPageRows } from '../../api/matching-rows.ts';
import { storedRows } from '../../api/queries.ts';
import { serverNow } from '../../api/send.ts';
import { formatCount } from '../../lib/format.ts';
import { ageText, utcDay, utcShort } from '../../lib/time.ts';
import { currentEpoch } from '../../session/session-store.ts';
import { notify } from '../../ui/notices.ts';
import { saveFile } from '../../ui/save-file.ts';
import { sortRows } from '../list-sort.ts';
import { listRequest } from '../list-state.ts';
import { aboutLines, type Exported } from './about.ts';
import type { ExportProgress, ExportRequest } from './export-store.ts';
import { mostLibraryRows, mostRows, sheetOf } from './sheet.ts';
import { openWorker, type WorkerLine } from './worker-line.ts';

type Tell = (step: Partial<ExportProgress>) => void;
/** What the rows are, without what the end of the export adds. */
type Fetched = Omit<Exported, 'exportedAt'>;

/** Resolves when the file was handed over, or when nobody wants it any more. Throws what no retry mends, in words for the person. */
export async function runExport(request: ExportRequest, signal: AbortSignal, tell: Tell): Promise<void> {
  const { list } = request;
  const epoch = currentEpoch();
  const sheet = sheetOf(list);
  const loaded = request.rows === 'loaded' ? sortRows(list, request.page?.rows ?? [], request.state.sort) : null;
  const line = openWorker({
    sheet,
    rows: list.endpoint.list.rows,
    count: list.endpoint.list.count,
    writer: loaded && loaded.length <= mostLibraryRows ? 'library' : 'stream',
    mostRows,
  });
  try {
    const fetched = await Promise.race([
      loaded ? addLoaded(request, loaded, line, tell) : addMatching(request, line, signal, tell),
      whenAborted(signal),
    ]);
    const exported = { ...fetched, exportedAt: serverNow() };
    const file = await Promise.race([line.finish(aboutLines(request, sheet, exported)), whenAborted(signal)]);
    if (epoch !== currentEpoch()) return;
    const name = `${list.export?.fileName ?? list.title}.xlsx`;
    saveFile(file, name);
    sayDone(request, exported, name);
  } catch (error) {
    if (signal.aborted || error instanceof EndedSession) return;
    throw error;
  } finally {
    line.end();
  }
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, fail) => {
    if (signal.aborted) fail(signal.reason);
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });

// ---- the rows that are on the screen, or stored

/** So many rows at a time: handing them over must not hold up a frame. */
const rowsAtOnce = 250;

async function addRows(rows: readonly object[], line: WorkerLine, tell: Tell): Promise<number> {
  let written = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    written = (await line.addRows(rows.slice(at, at + rowsAtOnce))).written;
    tell({ done: written, of: rows.length });
  }
  return written;
}

async function addLoaded(
  request: ExportRequest,
  rows: readonly object[],
  line: WorkerLine,
  tell: Tell,
): Promise<Fetched> {
  const { page } = request;
  return {
    rows: await addRows(rows, line, tell),
    matching: page?.count ?? rows.length,
    isMatchingExact: page?.isCountExact ?? true,
    window: page?.window ?? null,
    storedAt: page?.source === 'stored' ? page.dataAt : null,
  };
}

/** null = nothing is stored. */
async function addStored(request: ExportRequest, line: WorkerLine, tell: Tell): Promise<Fetched | null> {
  const { list, state, extra } = request;
  const page = await storedRows(list.endpoint, listRequest(list, state), extra);
  if (!page) return null;
  const rows = await addRows(page.rows, line, tell);
  return { rows, matching: page.count, isMatchingExact: true, window: page.window, storedAt: page.dataAt };
}

// ---- all rows that match

/** Answer after answer until all are here; a failure on the way asks the person how to go on. */
async function addMatching(
  request: ExportRequest,
  line: WorkerLine,
  signal: AbortSignal,
  tell: Tell,
): Promise<Fetched> {
  const { list, state, extra } = request;
  const matching = matchingRows(list.endpoint, listRequest(list, state), extra);
  let limit = firstPageRows;
  let offset = 0;
  let written = 0;
  let count = Number.POSITIVE_INFINITY;
  while (offset < count && written < mostRows) {
    const page = { offset, limit: Math.min(limit, mostRows) };
    const startedAt = performance.now();
    try {
      const added = await addAnswer(matching, page, line, signal);
      offset += added.received;
      written = added.written;
      count = added.received === 0 ? offset : added.count;
      limit = nextPageRows(limit, performance.now() - startedAt);
      tell({ done: written, of: Math.min(Math.max(count, written), mostRows), stopped: null });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const stored = written === 0 && error.unreached ? await addStored(request, line, tell) : null;
      if (stored) return stored;
      const isSavedSoFar = (await personsChoice(error, written, tell)) === 'save';
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
    storedAt: null,
  };
}

async function addAnswer(
  matching: MatchingRows,
  page: { readonly offset: number; readonly limit: number },
  line: WorkerLine,
  signal: AbortSignal,
) {
  const added = await line.addText(await matching.answer(page, signal));
  if (!added) throw new ApiError({ unreached: 'portal' });
  return added;
}

function personsChoice(error: ApiError, written: number, tell: Tell): Promise<'retry' | 'save'> {
  return new Promise((resolve) => {
    const choose = (choice: 'retry' | 'save') => () => {
      tell({ stopped: null });
      resolve(choice);
    };
    tell({
      stopped: { why: error.message, retry: choose('retry'), saveSoFar: written > 0 ? choose('save') : null },
    });
  });
}

// ---- the end

function sayDone({ list }: ExportRequest, exported: Exported, name: string): void {
  const { rows, matching, storedAt } = exported;
  const [one, many] = list.noun;
  const title = `${formatCount(rows)} ${rows === 1 ? one : many} exported to ${name}`;
  if (storedAt !== null) {
    const age = ageText(exported.exportedAt - storedAt);
    const text = `From the copy stored on this device at ${utcShort(storedAt)} on ${utcDay(storedAt)}, ${age} ago. The server was not reached.`;
    notify({ kind: 'info', title, text });
  } else if (rows >= mostRows && matching > rows) {
    const found = exported.isMatchingExact ? formatCount(matching) : `More than ${formatCount(maxExactCount)}`;
    const text = `${found} match. An export holds at most ${formatCount(mostRows)}: narrow the filter for the others.`;
    notify({ kind: 'info', title, text });
  } else notify({ kind: 'done', title });
}
