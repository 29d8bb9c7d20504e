import { deflateSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { DecodingModel } from '../../contract/entities/decoding.ts';
import { callApi } from '../support/api-client.ts';
import { testServerForFile } from '../support/test-server.ts';

const server = testServerForFile();
let parser: string;
beforeAll(async () => {
  parser = await server.logIn('parser');
});

const decode = (label: unknown, text: unknown, token: string | undefined = parser) =>
  callApi(server, '/acarsMessage/decode', { method: 'POST', ...(token ? { token } : {}), body: { label, text } });
const modelOf = async (label: string, text: string): Promise<DecodingModel> => {
  const response = await decode(label, text);
  expect(response.status, response.text).toBe(200);
  return (response.json as { decodingModel: DecodingModel }).decodingModel;
};

test('API-34 DEC-06: a known message is decoded from label and text alone', async () => {
  const model = await modelOf('SQ', '02XALAXKLAX13356N11824WV136650/ARINC');
  expect(model).toMatchObject({ level: 'full', understoodPercent: 100, remaining: '', reason: null });
  expect(model.items.map(({ label, value }) => `${label}: ${value}`)).toContain('ICAO: KLAX');
  expect(model.items.filter(({ isUnverified }) => isUnverified).map(({ label }) => label)).toEqual([
    'Ground Station Location',
  ]);
});

test('DEC-05: spaces and control characters reach the decoder unchanged, and unknown content is a normal response', async () => {
  for (const text of ['   ', ' H1 \r\n\u0003', '<b>&amp;</b>', '\ud800'])
    expect(await modelOf('  ', text)).toMatchObject({ level: 'none', items: [], remaining: text });
  expect(await modelOf('30', '/EA1719')).toMatchObject({ level: 'none', remaining: '/EA1719' });
});

test('a text of 200 kB is refused, while other requests are served', async () => {
  const long = modelOf('H1', 'A'.repeat(204_800));
  expect((await callApi(server, '/account/me', { token: parser })).status).toBe(200);
  expect((await long).reason).toBe('This text has 204,800 characters. The limit is 20,000.');
  expect((await decode('H1', 'A'.repeat(1_100_000))).status).toBe(413);
});

test('a text that expands to megabytes gets a bounded response', async () => {
  const packed = deflateSync(JSON.stringify({ message: 'A'.repeat(2_000_000) }), { level: 9 }).toString('base64');
  const response = await decode('H1', `OHMA${packed}`);
  expect(response.status).toBe(200);
  expect((response.json as { decodingModel: DecodingModel }).decodingModel.items[0]?.value).toMatch(
    /^[A{"mesag:]{4000}… \([\d,]+ characters more\)$/,
  );
});

test('an invalid label or text is refused with the field', async () => {
  for (const [label, text, field] of [
    [7, 'x', 'label'],
    ['H1', null, 'text'],
    ['H1', 'a\u0000b', 'text'],
  ]) {
    const response = await decode(label, text);
    expect(response.status).toBe(400);
    expect((response.json as { errors: object }).errors).toHaveProperty(String(field));
  }
});

test('C121, DEC-06: the call is for Parser and Admin, with a bearer token', async () => {
  expect((await decode('SQ', 'x', await server.logIn('admin'))).status).toBe(200);
  expect((await decode('SQ', 'x', await server.logIn('customer'))).status).toBe(403);
  expect((await decode('SQ', 'x', await server.logIn('company'))).status).toBe(403);
  expect((await decode('SQ', 'x', '')).status).toBe(401);
});
