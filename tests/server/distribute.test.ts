import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../server/database/pool.ts';
import { distributeCommand } from '../../server/ops/distribution.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { citusNodes, createOnNodes, dropOnNodes, reachedAt } from '../support/citus.ts';
import { createDatabase, dropDatabase, freshUrl, seeded } from '../support/cluster.ts';
import { type CuttableDatabase, cuttable } from '../support/cuttable-database.ts';
import { fillLists } from '../support/declared-lists.ts';
import { storeFrames } from '../support/frames.ts';
import { acarsdecLine } from '../support/messages.ts';
import { runProgram } from '../support/program.ts';
import { startProgram, type TestProgram } from '../support/server.ts';
import { addStation, makeKey } from '../support/stations.ts';
import {
  archiveOldDays,
  callsOf,
  manyFrames,
  manyReceivers,
  oldFrames,
  oldMessages,
  type Requested,
  responsesOf,
} from './distribute-for-file.ts';

async function run(args: readonly string[], url: string): Promise<{ code: number | null; output: string }> {
  const program = runProgram(['distribute', ...args], { DATABASE_URL: url });
  const code = await program.ended;
  return { code, output: program.output() };
}

if (citusNodes().length === 0)
  describe('distribute: a database without Citus', () => {
    test('the tests on Citus can begin: the coordinator reaches a worker where it can be cut, and the other nodes at their own addresses', async () => {
      const listener = createServer((socket) => socket.end('worker')).listen(0, '127.0.0.1');
      await once(listener, 'listening');
      const node = { host: '127.0.0.1', port: (listener.address() as AddressInfo).port, isCoordinator: false };
      const worker = await cuttable(`postgres://${node.host}:${node.port}/`);
      const through = { worker: node, url: worker.url };
      const [host, port] = reachedAt(node, through);
      expect([host, port]).not.toEqual([node.host, node.port]);
      const read = async (): Promise<string> => Buffer.concat(await connect(port, host).toArray()).toString();
      expect(await read()).toBe('worker');
      await worker.cut();
      await expect(read()).rejects.toThrow('ECONNREFUSED');
      const other = { ...node, port: node.port + 1 };
      expect(reachedAt(other, through)).toEqual([other.host, other.port]);
      expect(reachedAt(node)).toEqual([node.host, node.port]);
      listener.close();
    });

    test('the included database and one without the extension are refused, wrong options explained', async () => {
      const lines: string[] = [];
      const never = (): never => {
        throw new Error('opened');
      };
      expect(await distributeCommand(never, [], false, (line) => lines.push(line))).toBe(1);
      const wrong = [
        ['--now'],
        ['--check', '--yes'],
        ['--shards', '0'],
        ['--shards', '257'],
        ['--shards', '8; drop'],
        ['8'],
      ];
      for (const args of wrong) expect(await distributeCommand(never, args, true, () => {})).toBe(1);
      expect(await distributeCommand(never, ['--shards'], true, (line) => lines.push(line))).toBe(1);
      const url = await createDatabase();
      const db = openDatabase({ url }, { max: 1 });
      expect(
        await distributeCommand(
          async () => db,
          ['--yes'],
          true,
          (line) => lines.push(line),
        ),
      ).toBe(1);
      await db.close();
      await dropDatabase(url);
      expect(lines.map((line) => line.split('.')[0]?.slice(0, 50))).toEqual([
        'The included database cannot be distributed',
        'Usage: npm run distribute -- --check   reports siz',
        'The database does not have the Citus extension',
      ]);
    });
  });

/** A call queries every shard, on one machine. */
const limit = { timeout: 900_000 };

if (citusNodes().length > 0)
  describe('distribute: a Citus database', () => {
    let url: string;
    let worker: CuttableDatabase;
    let server: TestProgram;
    let requested: Requested[];
    let before: string[];
    /** Both servers start at the same time of their clock: after the start of the next ten minutes, which are a slot of statistics. */
    const startMs = Math.ceil(Date.now() / 600_000) * 600_000 + 1000;
    beforeAll(async () => {
      url = freshUrl();
      const [first] = citusNodes().filter(({ isCoordinator }) => !isCoordinator);
      if (!first) throw new Error('TEST_DATABASE_URL names a coordinator without workers.');
      worker = await cuttable(`postgres://${first.host}:${first.port}/`);
      await createOnNodes(url, { worker: first, url: worker.url });
      await seeded.fill(url);
      server = await startProgram({ database: url, env: { STATEMENT_TIMEOUT_MS: '300000' } });
      await fillLists(server);
      await server.import([...manyReceivers(), ...oldMessages()]);
      await storeFrames(server, [...manyFrames(240), ...oldFrames()]);
      await archiveOldDays(url);
      await server.restart({ env: { CLOCK_OFFSET_MS: String(startMs - Date.now()) } });
      requested = await callsOf(server);
      before = await responsesOf(server, requested);
    }, limit.timeout);
    afterAll(async () => {
      await server?.dispose();
      await worker?.close();
      await dropOnNodes(url);
    });

    test('--check reports rows and changes, a running server is refused, and nothing happens without --yes', async () => {
      const busy = await run(['--yes'], url);
      expect(busy).toMatchObject({ code: 1, output: expect.stringContaining('Downlink is running on this database') });
      await server.stop();
      const check = await run(['--check'], url);
      expect(check.code, check.output).toBe(0);
      expect(check.output).toMatch(/^acars +\d+ +\d+ MB +on the coordinator -> by station_id, 32 shards$/m);
      expect(check.output).toMatch(/^The busiest receiver is \S+, with [\d.]+ % of all rows/m);
      expect(await run(['--shards', '8'], url)).toMatchObject({
        code: 1,
        output: expect.stringContaining('To distribute now: npm run distribute -- --yes --shards 8'),
      });
      const fewer = await run(['--check', '--shards', '8'], url);
      expect(fewer.output).toMatch(/^acars +\d+ +\d+ MB +on the coordinator -> by station_id, 8 shards$/m);
      expect(fewer.output).toMatch(/^Rows in each of 8 shards: \d[\d,]*(?: \d[\d,]*){7}$/m);
      expect(await placesOf(url)).toEqual([]);
    });

    test(
      'the same calls return the same results before and after, byte for byte, and a second run does nothing',
      limit,
      async () => {
        const done = await run(['--yes'], url);
        expect(done.code, done.output).toBe(0);
        const messages = ['acars', 'acars_archive', 'adsb', 'adsb_archive'];
        expect(await placesOf(url)).toEqual([...messages, 'aircraft_addresses', 'airline_codes', 'operated_aircraft']);
        const again = await run(['--yes'], url);
        expect(again).toEqual({ code: 0, output: 'Messages are distributed already. Nothing was changed.\n' });
        await server.restart({ env: { CLOCK_OFFSET_MS: String(startMs - Date.now()) } });
        expect(server.log()).toMatch(/Messages are distributed: 32 shards on \d+ worker/);
        const after = await responsesOf(server, requested);
        expect(after.map((response, at) => differenceOf(before[at] ?? '', response)).join('')).toBe('');
        const archived = after.filter(
          (response) => response.includes('archive=true') && /"\w+Count":[1-9]/.test(response),
        );
        expect(requested.length).toBeGreaterThanOrEqual(485);
        expect(archived.length).toBeGreaterThan(50);
      },
    );

    test('without a worker writers and lists are refused, and nothing acknowledged is lost', async () => {
      const { token } = await logIn(server, 'admin');
      const db = openDatabase({ url }, { max: 1 });
      const receivers = Array.from({ length: 8 }, (_, n) => `RX-${n}`);
      const { key } = await makeKey(server, token, await addStation(db, '8001', receivers));
      const sent = new Set<string>();
      const send = async (tail: string): Promise<number> => {
        const lines = receivers.map((station, n) => acarsdecLine({ tail, station, secondsAgo: 30 + n }));
        const body = lines.map((line) => JSON.stringify(line)).join('\n');
        const { status } = await callApi(server, '/ingest/acars', {
          method: 'POST',
          token: key,
          rawBody: body,
          headers: { 'content-type': 'application/x-ndjson' },
        });
        if (status < 300) sent.add(tail);
        return status;
      };
      for (let n = 0; n < 5; n += 1) expect(await send(`B-0${n}`)).toBeLessThan(300);
      const during = Array.from({ length: 10 }, (_, n) => send(`B-1${n}`));
      await worker.cut();
      await Promise.all(during);
      expect(await send('B-200')).toBe(503);
      expect((await callApi(server, '/AcarsMessage/allUsers?limit=50', { token })).status).toBe(503);
      expect((await callApi(server, '/Station', { token })).status).toBe(200);
      const { json } = await callApi(server, '/health');
      expect(json).toMatchObject({
        status: 'degraded',
        conditions: expect.arrayContaining([expect.objectContaining({ name: 'messages' })]),
      });
      await worker.mend();
      await vi.waitFor(async () => expect(await send('B-300')).toBeLessThan(300), { timeout: 60_000 });
      await db.query('select recover_prepared_transactions()');
      const stored = await db.query<{ tail: string; count: number }>(
        `select tail, count(*) as count from acars where tail like 'B-%' group by tail order by tail`,
      );
      await db.close();
      expect(stored.filter(({ tail }) => sent.has(tail))).toEqual([...sent].sort().map((tail) => ({ tail, count: 8 })));
      expect(stored.every(({ count }) => count === 8)).toBe(true);
    });
  });

/** The start of a difference, with its context. */
function differenceOf(one: string, other: string): string {
  if (one === other) return '';
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const part = (text: string): string => text.slice(Math.max(0, at - 60), at + 60);
  return `${one.slice(0, 80)} ... ${part(one)} -> ${part(other)}\n`;
}

/** Tables that Citus has placed. */
async function placesOf(url: string): Promise<string[]> {
  const db = openDatabase({ url }, { max: 1 });
  const rows = await db.query<{ name: string }>(
    `select logicalrelid::text as name from pg_dist_partition where logicalrelid::text !~ '_(\\d{8}|default)$' order by 1`,
  );
  await db.close();
  return rows.map(({ name }) => name);
}
