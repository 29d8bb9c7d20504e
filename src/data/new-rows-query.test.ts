import type { QueryFunctionContext } from '@tanstack/react-query';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../contract/api.ts';
import { madeUpSession } from '../session/made-up-session.ts';
import { policy } from './offline/policy.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const limits: (string | undefined)[] = [];
const stored: boolean[] = [];
let prefetchedAgoMs = 0;

beforeEach(() => {
  limits.length = 0;
  stored.length = 0;
  vi.resetModules();
  vi.doMock('./send.ts', () => ({
    serverNow: () => now,
    send: async (endpoint: { id: string }, { query }: { query?: { limit?: string } }) => {
      if (endpoint.id === api.acarsMessage.allUsers.id) limits.push(query?.limit);
      return { acarsMessages: [], acarsMessagesCount: 0 };
    },
  }));
  vi.doMock('../lib/idle.ts', () => ({ idle: async () => undefined }));
  vi.doMock('./offline/stored-pages.ts', () => ({
    listKey: () => 'list',
    prefetchedAt: async () => now - prefetchedAgoMs,
    storePage: async (_: object, page: { isPrefetch?: true }) => void stored.push(page.isPrefetch === true),
  }));
});
afterAll(() => {
  for (const file of ['./send.ts', '../lib/idle.ts', './offline/stored-pages.ts']) vi.doUnmock(file);
  vi.resetModules();
});

/** The quiet reload of a list with more rows than a page, as a query runs it. */
async function reload(): Promise<void> {
  const { sessionStore } = await import('../session/session-store.ts');
  await sessionStore.loggedIn(madeUpSession());
  const { listNewsQuery } = await import('./new-rows-query.ts');
  const requested = { filters: { tail: 'N1' }, window: { hours: 2 } };
  const { queryFn } = listNewsQuery(api.acarsMessage.allUsers, requested, {});
  const context = { signal: new AbortController().signal } as QueryFunctionContext;
  if (typeof queryFn === 'function') await queryFn(context);
  await expect.poll(() => stored.length).toBeGreaterThan(0);
}

test('OFF-03: an open list stores its newest rows, and prefetches again when due', async () => {
  prefetchedAgoMs = policy.prefetchEveryMs;
  await reload();
  await expect.poll(() => limits).toEqual(['100', String(policy.prefetchRows)]);
  await expect.poll(() => stored).toEqual([false, true]);
});

test('OFF-03: the prefetch of an open list is not repeated before it is due', async () => {
  prefetchedAgoMs = policy.prefetchEveryMs - 1;
  await reload();
  expect(limits).toEqual(['100']);
  expect(stored).toEqual([false]);
});
