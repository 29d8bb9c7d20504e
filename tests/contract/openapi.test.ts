import { expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';

const server = serverForFile();
type Schema = { pattern?: string; examples?: string[]; properties?: Record<string, Schema>; anyOf?: Schema[] };
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
  security: Record<string, unknown>[];
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

test('API-52: the OpenAPI document contains every call with its parameters, body and response', async () => {
  const reply = await callApi(server.current, '/openapi.json');
  expect(reply.status).toBe(200);
  const document = reply.json as Document;
  expect(document.openapi).toMatch(/^3\.1/);
  for (const endpoint of endpoints) {
    const path = Object.keys(document.paths).find((one) => one === endpoint.path || one === `/api/v1${endpoint.path}`);
    const operation = path ? document.paths[path]?.[endpoint.method.toLowerCase()] : undefined;
    expect(operation, `${endpoint.method} ${endpoint.path}`).toBeDefined();
    const named = (operation?.parameters ?? []).map((parameter) => parameter.name);
    const expected = [
      ...Object.keys(endpoint.query),
      ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    ];
    expect(named.sort(), endpoint.id).toEqual(expected.sort());
    expect(operation?.requestBody !== undefined, endpoint.id).toBe(endpoint.body !== null);
    expect(Object.keys(operation?.responses ?? {}), endpoint.id).toContain(String(endpoint.status));
  }
});

test('API-52: each operation lists its 4xx responses with the shape of an error', async () => {
  const { paths } = (await callApi(server.current, '/openapi.json')).json as Document;
  for (const { id, path, method, token, body } of endpoints) {
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const refusals = Object.keys(responses).filter((status) => status.startsWith('4'));
    const expected = ['400', '429', ...(token === 'none' ? [] : ['401', '403']), ...(body ? ['413', '415'] : [])];
    expect(refusals, id).toEqual(expect.arrayContaining(expected));
    for (const status of refusals)
      expect(responses[status]?.content?.['application/json']?.schema, `${id} ${status}`).toEqual({
        $ref: '#/components/schemas/Err',
      });
  }
  const of = (path: string, method: string) => Object.keys(paths[path]?.[method]?.responses ?? {});
  expect(of('/account/{id}', 'get')).toContain('404');
  expect(of('/Station/{id}', 'put')).toEqual(expect.arrayContaining(['404', '409']));
  expect(of('/External/metar/{icao}', 'get')).toContain('424');
  expect(of('/health', 'get')).toContain('503');
});

test('API-52 C26: dates in a request have the pattern that the server reads', async () => {
  const { paths } = (await callApi(server.current, '/openapi.json')).json as Document;
  const queryOf = (path: string, name: string) =>
    paths[path]?.get?.parameters?.find((parameter) => parameter.name === name)?.schema.pattern ?? '';
  const bodyOf = (path: string, method: string, field: string): string => {
    const schema = paths[path]?.[method]?.requestBody?.content['application/json']?.schema.properties?.[field];
    return schema?.pattern ?? schema?.anyOf?.find(({ pattern }) => pattern)?.pattern ?? '';
  };
  const instants = [
    queryOf('/AcarsMessage', 'acarsMessageDateTimeMin'),
    queryOf('/Stations/StationStatus', 'start'),
    bodyOf('/Station/CreateStation', 'post', 'locationStartDate'),
    bodyOf('/Station/{id}', 'put', 'startDate'),
  ];
  for (const pattern of instants) {
    expect(pattern).not.toBe('');
    for (const text of ['2026-02-01 23:58:00', '2026-02-01T23:58', '2026-02-01T23:58:00Z'])
      expect(new RegExp(pattern).test(text), text).toBe(true);
    for (const text of ['2026-02-01', '1 Feb 2026', '2026-02-01T23:58:00+02:00', ''])
      expect(new RegExp(pattern).test(text), text).toBe(false);
  }
  const day = new RegExp(bodyOf('/OverallBid/Upsert', 'post', 'startDate'));
  expect(['2026-02-01', '2026-02-01T00:00:00Z', ''].map((text) => day.test(text))).toEqual([true, false, false]);
});

test('API-52: no address matches two paths of the same length unless one of them is more specific', async () => {
  const segments = [...new Set(endpoints.map(({ path }) => path.toLowerCase()))].map((path) => path.split('/'));
  const isParameter = (segment: string | undefined) => segment?.startsWith('{') === true;
  const areAmbiguous = (one: string[], other: string[]): boolean => {
    if (one.length !== other.length) return false;
    if (!one.every((segment, at) => segment === other[at] || isParameter(segment) || isParameter(other[at])))
      return false;
    // The path without a parameter at the difference matches first (OpenAPI 3.1, paths).
    const isWider = (a: string[], b: string[]) => a.every((segment, at) => segment === b[at] || isParameter(segment));
    return isWider(one, other) === isWider(other, one);
  };
  const pairs = segments.flatMap((one, at) =>
    segments
      .slice(at + 1)
      .flatMap((other) => (areAmbiguous(one, other) ? [`${one.join('/')} ${other.join('/')}`] : [])),
  );
  expect(pairs).toEqual([]);
});

test('C56: the routes call also accepts the session in a key header; the weather call does not', async () => {
  const { token } = await logIn(server.current, 'parser');
  const status = async (path: string, headers: Record<string, string>) =>
    (await callApi(server.current, path, { headers })).status;
  // 424: authorised, but no such service is configured.
  expect(await status('/External/routes/LROP', { 'x-api-key': token })).toBe(424);
  expect(await status('/External/routes/LROP', { authorization: `Bearer ${token}` })).toBe(424);
  expect(await status('/External/routes/LROP', { 'x-api-key': 'made-up' })).toBe(401);
  expect(await status('/External/metar/LROP', { 'x-api-key': token })).toBe(401);
  const { paths } = (await callApi(server.current, '/openapi.json')).json as Document;
  expect(paths['/External/routes/{icao}']?.get?.security).toEqual([{ bearer: [] }, { key: [] }]);
});

test('C120: uploads of receivers are described as JSON lines with a station key', async () => {
  const document = (await callApi(server.current, '/openapi.json')).json as {
    paths: Record<string, { post: { security: object[]; requestBody: { content: object }; description: string } }>;
  };
  const operation = document.paths['/ingest/acars']?.post;
  expect(operation?.security).toEqual([{ station: [] }]);
  expect(Object.keys(operation?.requestBody.content ?? {})).toEqual(['application/x-ndjson']);
  expect(operation?.description).toBe('For: holders of a station key.');
});

test('the health call reports that the server is running and has demo data', async () => {
  const reply = await callApi(server.current, '/health');
  expect(reply.json).toMatchObject({ status: 'ok', demo: true });
});
