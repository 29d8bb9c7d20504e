/**
 * From a stored message to the push service: messages at a steady rate, each of which a rule of a user is about. The service decrypts each
 * push message. BENCH_SECONDS = how long messages arrive, 20 unless set.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '../../server/database/pool.ts';
import { callApi, logIn } from '../../tests/support/api-client.ts';
import { type Pushed, startPushService } from '../../tests/support/push-service.ts';
import { addPushUsers, deviceOf, lineAbout, untilMatched } from '../../tests/support/push-users.ts';
import type { TestProgram } from '../../tests/support/server.ts';
import { addStation, makeKey } from '../../tests/support/stations.ts';
import { type Figure, type Parts, p95 } from './figures.ts';
import { withServer } from './servers.ts';

export const parts: Parts = { sending };

const perSecond = 50;
const seconds = Number(process.env.BENCH_SECONDS ?? 20);
/** Of one tail each: none gets more than five notices in a minute. */
const users = Math.max(300, Math.ceil((perSecond * seconds) / 4));
const limitMs = 2000;
/** The last ones are sent. */
const settleMs = 30_000;

async function sending(): Promise<Figure[]> {
  const service = await startPushService();
  try {
    return await withServer({ env: { PUSH_SERVICES: service.url } }, async (server) => {
      const db = openDatabase({ url: server.databaseUrl }, { max: 2 });
      try {
        await addPushUsers(db, service, users + 1);
        await send(server, db, perSecond * seconds);
        const count = perSecond * seconds;
        const measured = () => service.received.filter(({ to }) => to !== deviceOf(users));
        for (let waitedMs = 0; measured().length < count && waitedMs < settleMs; waitedMs += 100) await pause(100);
        return [await figureOf(db, measured(), count)];
      } finally {
        await db.close();
      }
    });
  } finally {
    await service.stop();
  }
}

/** Ten times a second, as a station sends them. */
async function send(server: TestProgram, db: Database, count: number): Promise<void> {
  const { token } = await logIn(server, 'admin');
  const { key } = await makeKey(server, token, await addStation(db, '8001', ['CS-TEST-ACARS']));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' };
  const post = async (rawBody: string): Promise<void> => {
    const { status, text } = await callApi(server, '/ingest/acars', { method: 'POST', rawBody, headers });
    if (status !== 200) throw new Error(`ingest: ${status} ${text.slice(0, 300)}`);
  };
  await untilMatched(db, users, post);
  const eachMs = 100;
  const atOnce = (perSecond * eachMs) / 1000;
  const began = performance.now();
  for (let sent = 0; sent < count; sent += atOnce) {
    const lines = Array.from({ length: atOnce }, (_, index) =>
      lineAbout((sent + index) % users, Math.floor((sent + index) / users)),
    );
    await post(lines.join('\n'));
    await pause(Math.max(0, began + ((sent + atOnce) / perSecond) * 1000 - performance.now()));
  }
}

async function figureOf(db: Database, received: readonly Pushed[], count: number): Promise<Figure> {
  const hits = await db.query<{ id: string; storedAt: Date }>(
    'select id::text as id, stored_at as "storedAt" from watch_hits order by id',
  );
  const stored = new Map(hits.map(({ id, storedAt }) => [id, storedAt.getTime()]));
  const delays = received.map(({ payload, atMs }) => atMs - (stored.get(payload.id) ?? Number.NaN));
  if (received.length !== count || delays.some(Number.isNaN))
    throw new Error(`${received.length} push messages of ${hits.length} hits of ${count} messages`);
  return {
    name: `stored to handed over to the push service, p95 at ${perSecond} messages a second`,
    value: p95(delays),
    limit: limitMs,
    unit: ' ms',
    detail: `${count} messages to ${users} devices, slowest ${Math.max(...delays)} ms`,
  };
}
