/** A clock in doubt deletes nothing (decision 31): whatever ends by age, at a start and while the server runs. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, hourMs } from '../../contract/durations.ts';
import { clock } from '../../server/base/clock.ts';
import { openDatabase } from '../../server/database/pool.ts';
import { writeHealth } from '../../server/demo/health-writer.ts';
import { storeRaw } from '../../server/input/radio/raw/store-raw.ts';
import { sweep } from '../../server/leader-work.ts';
import { dayOf } from '../../server/messages/day-partitions.ts';
import { openMessages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { storeAdsb } from '../../server/messages/store-adsb.ts';
import { backupFiles } from '../../server/ops/backup/backup-files.ts';
import { ScheduledBackups } from '../../server/ops/backup/scheduled-backups.ts';
import { storedTables } from '../../server/ops/backup/tables.ts';
import { limitFrames } from '../../server/ops/frame-limit.ts';
import { startRetention } from '../../server/ops/retention.ts';
import { ClockTrust } from '../../server/servers/clock-trust.ts';
import { noteServerSlot } from '../../server/statistics/band.ts';
import { callApi, logIn } from '../support/api-client.ts';
import { acarsdecLine } from '../support/messages.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { startServer } from '../support/server.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';
import { blankFrame, keptDays, messageAt } from './fresh-database.ts';

const jumps = [
  ['-400 d', -400 * dayMs],
  ['-1 h', -hourMs],
  ['+1 h', hourMs],
  ['+40 d', 40 * dayMs],
  ['+10 years', 3653 * dayMs],
] as const;

describe('every kind of data', () => {
  const held: { server?: InProcessServer; folder?: string } = {};
  const server = (): InProcessServer => held.server as InProcessServer;
  const folder = (): string => held.folder ?? '';
  beforeAll(async () => {
    held.folder = mkdtempSync(join(tmpdir(), 'downlink-clock-'));
    held.server = await startTestServer({ AUDIT_DAYS: '30', ADSB_MAX_GB: '1' });
  });
  beforeEach(fill);
  rightClockAfterEach();
  afterAll(async () => {
    await server().stop();
    rmSync(folder(), { recursive: true, force: true });
  });

  let filledMs = 0;
  /** Rows that are just young enough for a right clock. */
  async function fill(): Promise<void> {
    const { db } = server();
    const now = Date.now();
    filledMs = now;
    for (const age of [0, 1, 14.5]) {
      await storeAcars(db, [{ row: messageAt(now - age * dayMs, { text: `${age} days`, stationId: '1001' }) }]);
      const time = { adsbDateTime: new Date(now - age * dayMs).toISOString(), timestamp: (now - age * dayMs) / 1000 };
      await storeAdsb(db, [{ row: { ...blankFrame, ...time, stationId: '1001' } }]);
      const minuteMs = Math.floor((now - age * dayMs) / 60_000) * 60_000;
      await storeRaw(db, { receiver: '1001', minuteMs, beginsMs: minuteMs, frames: 1, bytes: Buffer.alloc(1) });
      await writeHealth(db, now - age * dayMs - hourMs, now - age * dayMs);
      await noteServerSlot(db, now - (age / 15) * 7 * dayMs);
      const at = new Date(now - age * dayMs);
      await db.query(`insert into audit_entry (at, action, subject) values ($1, 'created', 'file')`, [at]);
      await db.query(
        `insert into silent_hour select id, date_trunc('hour', $1::timestamptz), 'ACARS', 'untold' from stations limit 1 on conflict do nothing`,
        [at],
      );
      await db.query(`insert into adsb_keep values ($1, 1) on conflict do nothing`, [at]);
    }
    await db.query(`
      insert into sessions (user_id, seed, token_hash, refresh_hash, cookie_hash, issued_at, expires_at)
        select id, uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()), uuid_send(gen_random_uuid()),
          now() - interval '1 day', now() - interval '23 hours 30 minutes' from users limit 1;
      insert into login_attempt values (uuid_send(gen_random_uuid()), 3, now(), now(), null);
      insert into login_budget values (uuid_send(gen_random_uuid()), 3, now());
      insert into email_confirmations select id, uuid_send(gen_random_uuid()), email, now(), now() + interval '30 minutes' from users limit 1 on conflict do nothing;
      insert into password_reset select id, uuid_send(gen_random_uuid()), now(), now() + interval '30 minutes' from users limit 1 on conflict do nothing;
      insert into closed_accounts values (gen_random_uuid(), 'left', '', '', '', null, 'User', now(), now() + interval '30 minutes');
      insert into station_notices (station_record_id, user_id, subject, body, created_at, not_before)
        select s.id, u.id, '', '', now() - interval '89 days 23 hours 30 minutes', now() from stations s, users u limit 1;`);
    await db.query('update acars set stored_at = acars_date_time; update adsb set stored_at = adsb_date_time');
    await db.query('update station_statuses set stored_at = created_on');
  }

  /** Rows of every table, and files. */
  async function counts(): Promise<Map<string, number>> {
    const { db } = server();
    const tables = [...(await storedTables(db)).map(({ name }) => name), 'login_attempt', 'login_budget'];
    const counted = await db.query<{ name: string; rows: number }>(
      tables.map((name) => `select '${name}' as name, count(*) as rows from "${name}"`).join(' union all '),
    );
    return new Map([
      ...counted.map(({ name, rows }) => [name, rows] as const),
      ['backups', (await backupFiles(folder())).length],
    ]);
  }

  /** All that is deleted by age, as the leader and every server do it. */
  async function deleteAged(trust: ClockTrust): Promise<void> {
    const { db, services } = server();
    const trustedTime = () => trust.trustedTime();
    await startRetention(db, { ...keptDays(15, 15), rawDays: 15 }, trustedTime)();
    await sweep(services, trustedTime);
    const isTrusted = (await trustedTime()) !== null;
    await limitFrames(db, { maxBytes: 1e9, retentionDays: 15, rawDays: 15 }, isTrusted);
    await noteServerSlot(db, clock.now(), isTrusted);
    await new ScheduledBackups(db, { folder: folder(), everyHours: 0, keep: 1 }, '1', trustedTime).run();
  }
  async function lost(work: () => Promise<void>): Promise<string[]> {
    const before = await counts();
    await work();
    const after = await counts();
    return [...before].filter(([name, rows]) => rows > (after.get(name) ?? 0)).map(([name]) => name);
  }
  /** A trust whose database has the clock of the server, as on one machine. */
  function trustOf(): ClockTrust {
    const { db } = server();
    const shifted = (sql: string): string =>
      sql.replace('clock_timestamp()', `(clock_timestamp() + interval '${clock.offsetMs / 1000} s')`);
    return new ClockTrust({
      query: (sql: string, values?: readonly unknown[]) => db.query(shifted(sql), values),
    } as typeof db);
  }

  test.each(jumps)('a clock wrong by %s deletes nothing: at a start, and while it runs', async (_, offsetMs) => {
    const running = trustOf();
    expect(await running.trustedTime()).not.toBeNull();
    clock.offsetMs = offsetMs;
    const started = trustOf();
    for (const trust of [running, started]) {
      expect(await lost(() => deleteAged(trust))).toEqual([]);
      expect(trust.fault?.byMs).toBeGreaterThan(hourMs - 60_000);
    }
    clock.offsetMs = 0;
    for (const trust of [running, started]) expect(await trust.trustedTime()).not.toBeNull();
  });

  test('C122: after the confirmation of an Admin everything that is too old by the clock is deleted, by every server', async () => {
    await trustOf().check();
    clock.offsetMs = 40 * dayMs;
    const [trust, other] = [trustOf(), trustOf()];
    for (const one of [trust, other]) expect(await one.trustedTime()).toBeNull();
    await trust.confirm(server().db);
    for (const one of [trust, other]) expect(await one.trustedTime()).not.toBeNull();
    const names = await lost(() => deleteAged(trust));
    for (const day of [0, 1, 14.5])
      expect(names).toEqual(
        expect.arrayContaining(
          ['acars', 'adsb'].map((table) => `${table}_${dayOf(filledMs - day * dayMs).replaceAll('-', '')}`),
        ),
      );
    expect(names).toEqual(
      expect.arrayContaining([
        ...[
          'message_key',
          'adsb_key',
          'rx_hour',
          'station_statuses',
          'station_frame_sizes',
          'sessions',
          'login_attempt',
        ],
        ...[
          'login_budget',
          'email_confirmations',
          'password_reset',
          'closed_accounts',
          'station_notices',
          'server_slot',
        ],
        ...['adsb_keep', 'silent_hour', 'backups'],
      ]),
    );
  });
});

describe('a server', () => {
  const line = (text: string): string =>
    JSON.stringify(acarsdecLine({ timestamp: Date.now() / 1000, text, station: '1001' }));
  type Health = { status: string; conditions: { name: string; message: string }[] };

  test('C122: starts with a wrong clock, loses nothing, reports it, and deletes again after an Admin has confirmed the clock', async () => {
    const server = await startServer({ env: { RETENTION_DAYS: '15' } });
    const db = openMessages(openDatabase({ url: server.databaseUrl }, { max: 2 }));
    const texts = async (): Promise<string[]> =>
      (await db.query<{ text: string }>('select text from acars order by text')).map(({ text }) => text);
    const health = async (): Promise<Health> => (await callApi(server, '/health')).json as Health;
    const restart = async (offsetMs: number): Promise<void> => {
      clock.offsetMs = offsetMs;
      await server.restart();
    };
    try {
      await storeAcars(db, [{ row: messageAt(Date.now() - dayMs, { text: 'before' }) }]);
      await restart(40 * dayMs);
      await expect
        .poll(async () => (await health()).conditions.map(({ message }) => message))
        .toEqual([expect.stringMatching(/differ by 40 days\..*Downlink would delete 1 message of 1 day\.$/)]);
      clock.offsetMs = -400 * dayMs;
      expect(await health()).toMatchObject({ status: 'degraded', conditions: [{ name: 'clock' }] });
      // Its receiver has the right time.
      expect((await server.import([line('received')])).code).toBe(0);
      clock.offsetMs = 0;
      expect(await health()).toMatchObject({ status: 'ok', conditions: [] });
      clock.offsetMs = 40 * dayMs;
      expect((await health()).conditions).toHaveLength(1);
      const { token } = await logIn(server, 'admin');
      expect((await callApi(server, '/ServerStatus/Clock', { method: 'POST', token })).status).toBe(204);
      expect(await health()).toMatchObject({ status: 'ok', conditions: [] });
      expect(await texts()).toEqual(['before', 'received']);
      await server.restart();
      await expect.poll(texts).toEqual([]);
      expect(
        await db.query(`select user_name from audit_entry where action = 'confirmed' and subject = 'clock'`),
      ).toEqual([{ user_name: 'admin' }]);
    } finally {
      clock.offsetMs = 0;
      await db.close();
      await server.dispose();
    }
  });
});
