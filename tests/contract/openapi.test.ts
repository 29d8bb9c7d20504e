/**
 * The description of the API that the server gives is the contract itself.
 * Must not: check the description's style.
 */
import { expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { callApi } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';

const server = serverForFile();
type Operation = {
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

test('API-52: the OpenAPI document holds every call with its parameters, body and answer', async () => {
  const answer = await callApi(server.current, '/openapi.json');
  expect(answer.status).toBe(200);
  const document = answer.json as Document;
  expect(document.openapi).toMatch(/^3\.1/);
  for (const endpoint of endpoints) {
    const path = Object.keys(document.paths).find((one) => one === endpoint.path || one === `/api/v1${endpoint.path}`);
    const operation = path ? document.paths[path]?.[endpoint.method.toLowerCase()] : undefined;
    expect(operation, `${endpoint.method} ${endpoint.path}`).toBeDefined();
    const named = (operation?.parameters ?? []).map((parameter) => parameter.name);
    const wanted = [
      ...Object.keys(endpoint.query),
      ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]),
    ];
    expect(named.sort(), endpoint.id).toEqual(wanted.sort());
    expect(operation?.requestBody !== undefined, endpoint.id).toBe(endpoint.body !== null);
    expect(Object.keys(operation?.responses ?? {}), endpoint.id).toContain(String(endpoint.status));
  }
});

test('C120: what receivers post is described as JSON lines with the key of a station', async () => {
  const document = (await callApi(server.current, '/openapi.json')).json as {
    paths: Record<string, { post: { security: object[]; requestBody: { content: object }; description: string } }>;
  };
  const operation = document.paths['/ingest/acars']?.post;
  expect(operation?.security).toEqual([{ station: [] }]);
  expect(Object.keys(operation?.requestBody.content ?? {})).toEqual(['application/x-ndjson']);
  expect(operation?.description).toBe('For: the holder of a key of a station.');
});

test('the health call says that the server is up and that it holds demo data', async () => {
  const answer = await callApi(server.current, '/health');
  expect(answer.json).toMatchObject({ status: 'ok', demo: true });
});
