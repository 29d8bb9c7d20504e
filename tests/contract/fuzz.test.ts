/** API-52: requests generated from the server's own OpenAPI document. 500 here, 20,000 with `npm run test:fuzz`. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '../../contract/api.ts';
import { errorBody } from '../../contract/endpoint.ts';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { series } from '../support/messages.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { type Generated, type OpenApi, type Operation, requestsOf } from './requests-for-file.ts';

const count = Number(process.env.FUZZ_REQUESTS ?? 500);
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
const atOnce = 4;
/** This call ends the session of the other requests. */
const endSessions = new Set(['ADD-logout']);
/** These calls connect to addresses, which must not be generated. */
const connects = new Set(['ADD-addReceiver', 'ADD-testReceiver', 'ADD-changeReceiver']);

const server = serverForFile({ env: { LOG_LEVEL: 'warn' }, prepare: (it) => it.import(series(5)) });
const tokens: Record<string, string> = {};
let db: Database;
let ids: string[];
beforeAll(async () => {
  db = openDatabase({ url: server.current.databaseUrl }, { max: 1 });
  const admin = await logIn(server.current, 'admin');
  for (const name of ['parser', 'company', 'feeder'] as const) tokens[name] = (await logIn(server.current, name)).token;
  tokens.admin = admin.token;
  const station = await addStation(db, '8001', ['FUZZ']);
  tokens.station = (await makeKey(server.current, admin.token, station)).key;
  ids = ['1', '2', String(station), '8001', 'LSZH', 'A0B1C2', 'N1', admin.userId, '999999999999'];
});
afterAll(() => db.close());

function whoMaySend({ operationId, security }: Operation): string[] {
  if (endSessions.has(operationId) || connects.has(operationId)) return ['nobody'];
  if (security.some((one) => 'station' in one)) return ['station', 'station', 'admin'];
  return ['admin', 'admin', 'parser', 'company', 'feeder', 'nobody'];
}

/** Why a response is wrong. null = it is correct. */
async function faultOf(request: Generated, accepted: Set<string>): Promise<string | null> {
  const { method, path, contentType, body, who } = request;
  const token = tokens[who];
  const { status, json, text } = await callApi(server.current, path, {
    method,
    ...(token ? { token } : {}),
    ...(body === undefined ? {} : { rawBody: body }),
    ...(contentType ? { headers: { 'content-type': contentType } } : {}),
  });
  if (status < 300) accepted.add(request.operation);
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status >= 400 && !errorBody.safeParse(json).success)
    return `${status} is not an error body: ${text.slice(0, 300)}`;
  return null;
}

test('API-52: generated requests get documented responses only, never a 5xx', { timeout: 3_600_000 }, async () => {
  const document = (await callApi(server.current, '/openapi.json')).json as OpenApi;
  const requests = fc.sample(requestsOf(document, ids, whoMaySend), { seed, numRuns: count });
  const faults: string[] = [];
  const accepted = new Set<string>();
  const left = requests.values();
  const send = async (): Promise<void> => {
    for (const request of left) {
      const fault = await faultOf(request, accepted);
      if (fault) faults.push(`${fault}\n${JSON.stringify(request)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  process.stdout.write(
    `Fuzzing: ${count} requests, ${accepted.size} of ${endpoints.length} operations accepted some, seed ${seed}\n`,
  );
  expect(faults, `FUZZ_SEED=${seed} FUZZ_REQUESTS=${count} npm run test:fuzz repeats them`).toEqual([]);
  expect(accepted.size, 'the requests are too wrong to reach the handlers').toBeGreaterThan(endpoints.length / 3);
  expect(server.current.log()).not.toContain('a request failed');
});
