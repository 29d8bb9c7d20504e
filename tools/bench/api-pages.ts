/** The API in front of the lists. Own file: pages of a few rows, apart from questions over a million. */
import { api } from '../../contract/api.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { logIn } from '../../tests/support/api-client.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { type Figure, median, medians, ratio } from './figures.ts';
import { asking, fill, requestsPerSecond, startBare, windowOf, withServer } from './servers.ts';

const { allUsers } = api.acarsMessage;
const pageRows = 10;

/* A hot default page against a bare node:http with the same rows, and a cold filtered page against its bare SQL. No TLS, no compression. */

const coldQueriesPerRound = 40;

export function pages(): Promise<Figure[]> {
  return withServer({}, async (server) => {
    await fill(server, 20_000);
    const { token } = await logIn(server, 'parser');
    return [...(await hotPages(server, token)), await coldPage(server, token)];
  });
}

const livePage = (rows: number): string => `${allUsers.path}?offset=0&limit=${rows}&${windowOf(Date.now(), 2)}`;
const defaultPage = (): string => livePage(pageRows);

async function hotPages(server: TestProgram, token: string): Promise<Figure[]> {
  return [await hotDefaultPage(server, token), ...(await hotLivePage(server, token))];
}

async function hotDefaultPage(server: TestProgram, token: string): Promise<Figure> {
  const url = server.apiBase + livePage(pageRows);
  const headers = { authorization: `Bearer ${token}` };
  const bare = await startBare(
    await (await fetch(url, { headers })).json(),
    `(rows) => (request, answer) => {
      answer.setHeader('content-type', 'application/json; charset=utf-8');
      answer.end(JSON.stringify(rows));
    }`,
  );
  const perSecond = await medians({
    ours: () => requestsPerSecond(url, headers),
    bare: () => requestsPerSecond(bare.url, headers),
  });
  bare.stop();
  const name = 'hot default page of the API, against a bare node:http that stringifies the same rows';
  return ratio(name, perSecond.ours, perSecond.bare, 0.4, { atLeast: true, unit: 'requests a second', digits: 0 });
}

/** 100 rows: what a list requests while it follows new messages (C25). Compressed as browsers request it, and plain. */
async function hotLivePage(server: TestProgram, token: string): Promise<Figure[]> {
  const url = server.apiBase + livePage(100);
  const headers = { authorization: `Bearer ${token}` };
  const text = await (await fetch(url, { headers: { ...headers, 'accept-encoding': 'identity' } })).text();
  const bare = await startBare(
    { text },
    `({ text }) => {
      const plain = Buffer.from(text);
      const packed = require('node:zlib').brotliCompressSync(plain, { params: { [require('node:zlib').constants.BROTLI_PARAM_QUALITY]: 4 } });
      return (request, answer) => {
        const isPacked = request.headers['accept-encoding'] !== undefined;
        const body = isPacked ? packed : plain;
        answer.setHeader('content-type', 'application/json; charset=utf-8');
        answer.setHeader('content-length', body.length);
        if (isPacked) answer.setHeader('content-encoding', 'br');
        answer.end(body);
      };
    }`,
  );
  const packed = { ...headers, 'accept-encoding': 'gzip, deflate, br' };
  const perSecond = await medians({
    ours: () => requestsPerSecond(url, headers),
    bare: () => requestsPerSecond(bare.url, headers),
    oursPacked: () => requestsPerSecond(url, packed),
    barePacked: () => requestsPerSecond(bare.url, packed),
  });
  bare.stop();
  const name = 'hot live page of 100 rows of the API, against a bare node:http with its bytes ready';
  const options = { atLeast: true, unit: 'requests a second', digits: 0 } as const;
  return [
    ratio(name, perSecond.ours, perSecond.bare, 0.4, options),
    ratio(`${name}, both compressed`, perSecond.oursPacked, perSecond.barePacked, 0.25, options),
  ];
}

/** Each query differs, so that nothing is cached outside the database. */
async function coldPage(server: TestProgram, token: string): Promise<Figure> {
  const db = openDatabase({ url: server.databaseUrl }, { max: 4 });
  const ask = asking(server, token);
  let turn = 0;
  const timed = async (work: (text: string, label: string, level: number) => Promise<unknown>): Promise<number> => {
    const times: number[] = [];
    for (let at = 0; at < coldQueriesPerRound; at++) {
      turn += 1;
      const started = performance.now();
      await work(`MESSAGE ${turn % 997}`, `H${turn % 7}`, -30 - turn / 1e6);
      times.push(performance.now() - started);
    }
    return median(times);
  };
  const where = `where acars_date_time between now() - interval '2 hours' and now() and position(lower($1) in lower(text)) > 0 and lower(label) = lower($2) and level_db >= $3`;
  const ms = await medians({
    ours: () =>
      timed((text, label, level) =>
        ask(`${defaultPage()}&text=${encodeURIComponent(text)}&label=${label}&levelMin=${level}`),
      ),
    sql: () =>
      timed((...values) =>
        Promise.all([
          db.query(`select * from acars ${where} order by acars_date_time desc, id desc limit ${pageRows}`, values),
          db.query(`select count(*) from (select 1 from acars ${where} limit 100001) c`, values),
        ]),
      ),
  });
  await db.close();
  const name = 'cold filtered page of the API, against its bare SQL (page and count) through the same driver';
  return ratio(name, ms.ours, ms.sql, 1.5);
}
