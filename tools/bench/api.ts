/**
 * Hot default page against a bare node:http with the same rows, and cold filtered page against its bare SQL.
 * No TLS, no compression, separate processes.
 */
import { writeInstant } from '../../contract/params.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { logIn } from '../../tests/support/api-client.ts';
import { series } from '../../tests/support/messages.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { requestsPerSecond, startBareServer } from './load.ts';
import { median, medians } from './median.mjs';
import { withServer } from './with-server.ts';

const rounds = 5;
const storedMessages = 20_000;
const coldQueriesPerRound = 40;

export function measure(): Promise<object[]> {
  return withServer({}, async (server) => {
    const { code, output } = await server.import(
      series(storedMessages, (index) => ({ label: `H${index % 7}`, level: -(index % 30) })),
    );
    if (code !== 0) throw new Error(output);
    const { token } = await logIn(server, 'parser');
    return [await hotPage(server, token), await coldPage(server, token)];
  });
}

const windowQuery = (): string => {
  const form = (ms: number) => encodeURIComponent(writeInstant(ms).replace('T', ' ').replace('Z', ''));
  const now = Date.now();
  return `offset=0&limit=10&acarsMessageDateTimeMin=${form(now - 7_200_000)}&acarsMessageDateTimeMax=${form(now)}`;
};

async function hotPage(server: TestProgram, token: string): Promise<object> {
  const url = `${server.apiBase}/AcarsMessage/allUsers?${windowQuery()}`;
  const headers = { authorization: `Bearer ${token}` };
  const page = await (await fetch(url, { headers })).text();
  const floor = await startBareServer(
    page,
    `(page) => {
      const rows = JSON.parse(page);
      return (request, answer) => {
        answer.setHeader('content-type', 'application/json; charset=utf-8');
        answer.end(JSON.stringify(rows));
      };
    }`,
  );
  const { ours, bare } = await medians(
    { ours: () => requestsPerSecond(url, headers), bare: () => requestsPerSecond(floor.url, headers) },
    rounds,
  );
  floor.stop();
  return {
    name: 'hot default page of the API, against a bare node:http that stringifies the same rows',
    value: ours / bare,
    limit: 0.4,
    atLeast: true,
    detail: `${ours.toFixed(0)} against ${bare.toFixed(0)} requests a second, medians of ${rounds} interleaved rounds`,
  };
}

/** Each query differs, so that nothing is cached outside the database. */
async function coldPage(server: TestProgram, token: string): Promise<object> {
  const db = openDatabase({ url: server.databaseUrl }, { max: 4 });
  const headers = { authorization: `Bearer ${token}` };
  let turn = 0;
  const filters = () => {
    turn += 1;
    return { text: `MESSAGE ${turn % 997}`, label: `H${turn % 7}`, levelMin: -30 - turn / 1e6 };
  };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let at = 0; at < coldQueriesPerRound; at++) {
      const started = performance.now();
      await work();
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const viaApi = () =>
    timed(async () => {
      const { text, label, levelMin } = filters();
      const query = `${windowQuery()}&text=${encodeURIComponent(text)}&label=${label}&levelMin=${levelMin}`;
      const response = await fetch(`${server.apiBase}/AcarsMessage/allUsers?${query}`, { headers });
      if (response.status !== 200) throw new Error(await response.text());
      await response.json();
    });
  const where = `where acars_date_time between now() - interval '2 hours' and now() and position(lower($1) in lower(text)) > 0 and lower(label) = lower($2) and level_db >= $3`;
  const viaSql = () =>
    timed(async () => {
      const { text, label, levelMin } = filters();
      await Promise.all([
        db.query(`select * from acars ${where} order by acars_date_time desc, id desc limit 10`, [
          text,
          label,
          levelMin,
        ]),
        db.query(`select count(*) from (select 1 from acars ${where} limit 100001) c`, [text, label, levelMin]),
      ]);
    });
  const { ours, sql } = await medians({ ours: viaApi, sql: viaSql }, rounds);
  await db.close();
  return {
    name: 'cold filtered page of the API, against its bare SQL (page and count) through the same driver',
    value: ours / sql,
    limit: 3,
    detail: `${ours.toFixed(1)} ms against ${sql.toFixed(1)} ms, medians of ${rounds} interleaved rounds of ${coldQueriesPerRound}`,
  };
}
