/** A built server with live receivers for one test file, two stations with keys, and lines for them. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { type ApiResponse, callApi, logIn } from '../support/api-client.ts';
import { serverForFile } from '../support/file-server.ts';
import { acarsdecLine } from '../support/messages.ts';
import { addStation, makeKey } from '../support/stations.ts';
import { emptyMessages } from './fresh-database.ts';

export type Report = {
  stored: number;
  duplicates: number;
  leftOut: { reason: string; count: number; lines: number[] }[];
};

export function ingestForFile() {
  const server = serverForFile({ env: { RECEIVER_PORT: '0', LOG_LEVEL: 'info' } });

  let db: Database;
  let admin: string;
  let key: string;
  let otherKey: string;
  let station: number;
  beforeAll(async () => {
    db = openDatabase({ url: server.current.databaseUrl }, { max: 3 });
    admin = (await logIn(server.current, 'admin')).token;
    station = await addStation(db, '8001', ['CS-8001-ACARS']);
    const other = await addStation(db, '8002', ['CS-8002-VDLM']);
    ({ key } = await makeKey(server.current, admin, station));
    ({ key: otherKey } = await makeKey(server.current, admin, other));
  });
  afterAll(() => db.close());
  beforeEach(() => emptyMessages(db));

  /** One clock for the file: the same number is the same message whenever it is created. */
  const startedS = Math.floor(Date.now() / 1000);
  const lineOf = (n: number, stationName: string | undefined = 'CS-8001-ACARS'): string =>
    JSON.stringify(acarsdecLine({ timestamp: startedS - 1000 - n, text: `message ${n}`, station: stationName }));
  const many = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, i) => lineOf(from + i));

  function post(body: string | Uint8Array, headers: Record<string, string> = {}, token = key): Promise<ApiResponse> {
    return callApi(server.current, '/ingest/acars', {
      method: 'POST',
      token,
      rawBody: body,
      headers: { 'content-type': 'application/x-ndjson', ...headers },
    });
  }
  async function accepted(
    body: string | Uint8Array,
    headers: Record<string, string> = {},
    token = key,
  ): Promise<Report> {
    const response = await post(body, headers, token);
    expect(response.status, response.text.slice(0, 300)).toBe(200);
    return response.json as Report;
  }
  const stored = async (): Promise<number> =>
    (await db.query<{ count: number }>('select count(*) as count from acars'))[0]?.count ?? 0;
  const portOf = (log: string): number => Number(/Receivers may send to 127\.0\.0\.1:(\d+)/.exec(log)?.[1]);
  const names = async (): Promise<string[]> =>
    (await db.query<{ name: string }>('select distinct station_id as name from acars order by 1')).map(
      ({ name }) => name,
    );

  return {
    server,
    get db(): Database {
      return db;
    },
    get admin(): string {
      return admin;
    },
    get key(): string {
      return key;
    },
    get otherKey(): string {
      return otherKey;
    },
    get station(): number {
      return station;
    },
    lineOf,
    many,
    post,
    accepted,
    stored,
    portOf,
    names,
  };
}
