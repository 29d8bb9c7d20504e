/** 4xx statuses of a call: those of every call of its form, and its own (`refuses`). */
import type { Endpoint } from './endpoint.ts';

/** In ascending order. */
export function refusalsOf(endpoint: Endpoint): readonly number[] {
  const isPublic = endpoint.token === 'none';
  const hasPath = endpoint.path.includes('{');
  const statuses = new Set<number>([400, 429, ...(endpoint.refuses ?? [])]);
  if (!isPublic) for (const status of [401, 403]) statuses.add(status);
  if (hasPath) statuses.add(414);
  if (endpoint.method !== 'GET') for (const status of [413, 415]) statuses.add(status);
  // A query beyond STATEMENT_TIMEOUT_MS. A write gets 503: it may be sent again.
  if (!isPublic && endpoint.method === 'GET') statuses.add(422);
  return [...statuses].sort((a, b) => a - b);
}
