import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, supportText } from '../data/api-error.ts';
import { connection } from '../data/connection.ts';
import { EndedSession } from '../session/session-signal.ts';
import { errorStore } from '../ui/notices.ts';
import { createSessionClient, isReportable } from './query-client.ts';

let made: ReturnType<typeof createSessionClient>;
beforeEach(() => {
  vi.stubGlobal('__APP_VERSION__', 'test');
  // Test files of one process share the connection: a retry planned by another file would repeat the queries of this one.
  connection.reached(Number.POSITIVE_INFINITY);
  made = createSessionClient('u1');
});
afterEach(() => {
  made.stop();
  vi.unstubAllGlobals();
});
const refused = new ApiError({ status: 500, body: { message: 'The ledger is full.' } });
const runQuery = (queryFn: () => Promise<unknown>, meta = {}): Promise<unknown> =>
  made.client.fetchQuery({ queryKey: ['q'], queryFn, meta, staleTime: 0 }).catch(() => null);

test("ERR-01: a refused request opens the dialog with the server's message, and its title from the list", async () => {
  await runQuery(() => Promise.reject(refused), { errorTitle: 'Could not read AKRX messages from the server!' });
  expect(errorStore.get()).toMatchObject({
    title: 'Could not read AKRX messages from the server!',
    message: 'The ledger is full.',
    support: '500',
  });
});
test.each([
  [500, 'The server failed'],
  [409, 'The server refused the request'],
])('without a title of its own, an error of status %d is titled %s', async (status, title) => {
  await runQuery(() => Promise.reject(new ApiError({ status, body: { message: 'No.' } })));
  expect(errorStore.get()).toMatchObject({ title });
});
test('C51: a query that keeps failing opens it once, until it succeeds again', async () => {
  await runQuery(() => Promise.reject(refused));
  errorStore.set(null);
  await runQuery(() => Promise.reject(refused));
  expect(errorStore.get()).toBeNull();
  await runQuery(() => Promise.resolve('rows'));
  await runQuery(() => Promise.reject(refused));
  expect(errorStore.get()).not.toBeNull();
});
test('C51: two queries of a screen with one cause open it once; Retry repeats both, and a further failure opens it', async () => {
  const observed = (key: string, queryFn: () => Promise<unknown>): (() => void) =>
    new QueryObserver(made.client, { queryKey: [key], queryFn }).subscribe(() => undefined);
  const rows = vi.fn(() => Promise.reject(refused));
  const count = vi.fn(() => Promise.reject(refused));
  const stopRows = observed('rows', rows);
  await expect.poll(() => errorStore.get()).not.toBeNull();
  const shown = errorStore.get();
  errorStore.set(null);
  const stopCount = observed('count', count);
  await expect.poll(() => made.client.getQueryState(['count'])?.status).toBe('error');
  expect(errorStore.get()).toBeNull();
  shown?.retry?.();
  await expect.poll(() => errorStore.get()).not.toBeNull();
  expect([rows.mock.calls.length, count.mock.calls.length]).toEqual([2, 2]);
  stopRows();
  stopCount();
});
test('C51: an unreachable server opens no dialog, nor does a result of an ended session, nor a quiet query', async () => {
  for (const unreached of ['no-network', 'refused', 'timeout', 'portal', 'mismatch', 'unavailable'] as const)
    await runQuery(() => Promise.reject(new ApiError({ unreached, status: unreached === 'unavailable' ? 503 : null })));
  await runQuery(() => Promise.reject(new EndedSession()));
  await runQuery(() => Promise.reject(new Error('of our own making')));
  await runQuery(() => Promise.reject(refused), { isQuiet: true });
  expect(errorStore.get()).toBeNull();
});
test('C52: a 401 ends the session without a dialog', () => {
  expect(isReportable(new ApiError({ status: 401 }))).toBe(false);
  expect(isReportable(new ApiError({ status: 403 }))).toBe(true);
});
test('support details contain all that is known; a refusal has none', () => {
  expect(supportText(refused)).toBe('500');
  expect(supportText(new ApiError({ status: 500, requestId: '7f3a' }))).toBe('500, request 7f3a');
  for (const status of [400, 401, 403, 404, 409, 413, 429])
    expect(supportText(new ApiError({ status, requestId: '7f3a' }))).toBeUndefined();
});
test('the dialog closes when its session ends', async () => {
  await runQuery(() => Promise.reject(refused));
  made.stop();
  expect(errorStore.get()).toBeNull();
});
