import { expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { countOf, type ListRequest, listCall } from './list-wire.ts';
import { listKey } from './offline/stored-pages.ts';

const { allUsers, company } = api.acarsMessage;
const request: ListRequest = { filters: {}, window: { hours: 2 }, sort: null, offset: 0, limit: 10 };

test('OFF-03: declared filters form the query; parameters that only the server can evaluate belong to the list key', () => {
  const call = listCall(company, { ...request, filters: { tail: 'N163US', order: 'x' } }, { company: 'ACME' });
  expect(call.criteria).toEqual({ filters: { tail: 'N163US' }, sort: null, windowHours: 2, offset: 0, limit: 10 });
  expect(call.list.scope).toEqual({ company: 'ACME', order: 'x' });
  expect(call.fixed).toEqual({ company: 'ACME' });
});
test('C54: two companies or two endpoints are two lists; the order of parameters does not matter', () => {
  const key = (endpoint: typeof company | typeof allUsers, extra: Record<string, string>): string =>
    listKey(listCall(endpoint, request, extra).list);
  expect(key(company, { company: 'A' })).not.toBe(key(company, { company: 'B' }));
  expect(key(company, {})).not.toBe(key(allUsers, {}));
  expect(key(company, { a: '1', b: '2' })).toBe(key(company, { b: '2', a: '1' }));
});
test('C22: the count is the server count, and at least the number of rows', () => {
  expect(countOf(48_213, { offset: 50, limit: 25 }, 25)).toBe(48_213);
  expect(countOf(0, { offset: 50, limit: 25 }, 3)).toBe(53);
  expect(countOf(null, { offset: 0, limit: null }, 7)).toBe(7);
  expect(countOf(60, { offset: 100, limit: 25 }, 0)).toBe(60);
});
test('a path parameter is in the path and not in the query', () => {
  const call = listCall({ ...company, path: '/things/{thing}' } as ListEndpoint, request, { thing: '7', more: '8' });
  expect([call.path, call.fixed]).toEqual([{ thing: '7' }, { more: '8' }]);
});
