import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { dayMs } from '../../contract/durations.ts';
import type { linkEvents } from '../../contract/entities/link-events.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { readAcarsLine } from '../../server/input/receive/acars-json.ts';
import { type LinkEvent, storeLinkEvents } from '../../server/messages/link-events.ts';
import type { Messages } from '../../server/messages/messages.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { type NewLine, storeLines } from '../../server/messages/store-lines.ts';
import { runRetention } from '../../server/ops/retention.ts';
import { callApi } from '../support/api-client.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

/** Noon of today or yesterday: ten-minute slots and days begin at the expected times. */
const noon = Math.floor((clock.now() - dayMs / 2) / dayMs) * dayMs + dayMs / 2;

function eventAt(ms: number, fields: Partial<LinkEvent> = {}): LinkEvent {
  return {
    at: writeInstant(ms),
    timestamp: ms / 1000,
    stationId: 'RX-VDL',
    link: 'VDLM2',
    kind: 'ready',
    icao: 'A40001',
    groundStation: '10902A',
    flight: null,
    lat: null,
    lon: null,
    freq: 136.65,
    level: -20,
    detail: null,
    repeats: null,
    ...fields,
  };
}
const store = (db: Messages, ...events: LinkEvent[]) =>
  storeLinkEvents(
    db,
    events.map((event) => ({ event })),
  );

describe('link events in the database', () => {
  const fixture = databaseForFile();
  beforeEach(() => emptyMessages(fixture.db));
  const rows = () =>
    fixture.db.query<Record<string, unknown>>(
      `select kind, icao, frames, level_db as level, round(extract(epoch from at) * 1000)::float8 as at,
         round(extract(epoch from last_at) * 1000)::float8 as last, detail
       from link_event order by at, kind, icao`,
    );

  test('frames without content are one row per station, aircraft, ground station and ten minutes, in any order and batch', async () => {
    const frames = [
      eventAt(noon + 1500, { level: -20 }),
      eventAt(noon + 300_000, { level: -10 }),
      eventAt(noon + 599_000, { level: -30 }),
      eventAt(noon + 600_000),
      eventAt(noon + 2000, { icao: 'A40002' }),
      eventAt(noon + 2000, { groundStation: '10317A' }),
      eventAt(noon + 2000, { stationId: 'RX-OTHER' }),
    ];
    const orders = [frames, [...frames].reverse()];
    for (const order of orders) {
      await emptyMessages(fixture.db);
      for (const one of order.slice(0, 3)) await store(fixture.db, one);
      expect(await store(fixture.db, ...order)).toEqual({ stored: 4, duplicates: 3 });
      const found = await rows();
      expect(found.length).toBe(5);
      expect(found[0]).toEqual({
        kind: 'ready',
        icao: 'A40001',
        frames: 3,
        level: -10,
        at: noon + 1500,
        last: noon + 599_000,
        detail: null,
      });
    }
  });

  test('concurrent writers of the same frames result in one row and each frame once', async () => {
    const frames = Array.from({ length: 40 }, (_, n) => eventAt(noon + n * 1000));
    const orders = [frames, [...frames].reverse(), frames.slice(10), frames];
    const counts = await Promise.all(orders.map((order) => store(fixture.db, ...order)));
    expect(counts.reduce((sum, { stored }) => sum + stored, 0)).toBe(40);
    expect(await rows()).toMatchObject([{ frames: 40, at: noon, last: noon + 39_000 }]);
  });

  test('repeated content of a ground station is one row per content and day; a change is another row', async () => {
    const squitter = (ms: number, version: number) =>
      eventAt(ms, { kind: 'spdu', link: 'HFDL', icao: null, detail: `{"index":${ms}}`, repeats: `v${version}` });
    await store(fixture.db, squitter(noon, 52), squitter(noon + 32_000, 52), squitter(noon + 64_000, 53));
    await store(fixture.db, squitter(noon + 96_000, 53), squitter(noon - dayMs, 52));
    expect(await rows()).toMatchObject([
      { frames: 1, at: noon - dayMs },
      { frames: 2, at: noon, last: noon + 32_000, detail: { index: noon } },
      { frames: 2, at: noon + 64_000, last: noon + 96_000 },
    ]);
  });

  test('other events have a row each; the same event again, also with other times, is a duplicate', async () => {
    const logon = eventAt(noon, { kind: 'logon', detail: '{"a":"\\\\\\n\\t"}' });
    expect(await store(fixture.db, logon, eventAt(noon + 1, { kind: 'logon' }))).toMatchObject({ stored: 2 });
    const shifted = { ...logon, at: writeInstant(noon + 60_000), timestamp: noon / 1000 + 60 };
    expect(await storeLinkEvents(fixture.db, [{ event: shifted, originalSeconds: noon / 1000 }])).toEqual({
      stored: 0,
      duplicates: 1,
    });
    expect(await rows()).toMatchObject([{ frames: 1, detail: { a: '\\\n\t' } }, { detail: null }]);
  });

  test('C120: hostile values in any part of a line are stored, or cut', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
    const hostile = [
      '\u0000',
      '\ud800',
      '\\',
      '"\n\t\b\f\u007f',
      1e308,
      5e-324,
      -0,
      [null],
      deep,
      'x'.repeat(50_000),
      '飛'.repeat(9000),
    ];
    const at = Math.floor(clock.now() / 1000) - 100;
    const lines = hostile.flatMap((value, n) => {
      const frame = { t: { sec: at, usec: n }, station: 'RX', noise_level: value, [`k\u0000${n}`]: value };
      const ends = { src: { addr: 'A40001', type: 'Aircraft' }, dst: { addr: '10902A', type: 'Ground station' } };
      const xid = { type: 'XID_CMD_LE', vdl_params: [{ name: `p\u0000`, value }] };
      const hfdlEnds = { src: { type: 'Aircraft', id: value }, dst: { type: 'Ground station', id: n } };
      return [
        {
          timestamp: at + n / 1e6,
          mode: '2',
          label: 'H1',
          freq: 131.55,
          depa: value,
          libacars: { value },
          other: value,
        },
        {
          vdl2: {
            ...frame,
            avlc: { ...ends, acars: { label: 'H1', msg_num: String(n), sublabel: value, any: { value } } },
          },
        },
        { vdl2: { ...frame, avlc: { ...ends, xid } } },
        { hfdl: { ...frame, lpdu: { ...hfdlEnds, type: { name: 'Logon' }, reason: value } } },
        { hfdl: { ...frame, spdu: { src: { id: 1 }, gs_status: value } } },
      ].map((line) => readAcarsLine(JSON.stringify(line), clock.now()));
    });
    const usable = lines.flatMap((line): NewLine[] => ('row' in line || 'event' in line ? [line] : []));
    expect(usable.length).toBe(lines.length);
    expect(await storeLines(fixture.db, usable)).toEqual({ stored: lines.length, duplicates: 0 });
    const [size] = await fixture.db.query<{ most: number; least: number }>(
      `select max(length(extra::text)) as most, count(extra)::int as least from acars`,
    );
    expect(size?.least).toBe(2 * hostile.length);
    expect(size?.most).toBeLessThan(20_000);
  });

  test('DBS: they are dropped with their day, and so are their keys', async () => {
    await store(fixture.db, eventAt(noon - 30 * dayMs), eventAt(noon));
    await fixture.db.query(`update link_event set stored_at = at`);
    await runRetention(fixture.db, { archiveDays: 0, retentionDays: 15, countsDays: 400, rawDays: 15, maxBytes: null });
    expect(await rows()).toMatchObject([{ at: noon }]);
    expect(await fixture.db.query('select day from link_event_key')).toHaveLength(1);
  });
});

describe('GET /AcarsMessage/{id}/extra and /AcarsMessage/linkEvents', () => {
  const server = testServerForFile({ COMPANY_SCOPE: 'all' });
  /** The demo's user `company` feeds this receiver. */
  const own = 'DL-LRTR-ACARS';
  const extra = { radio: { noise: -39.75 }, decoded: { text: '␀ "\\n' } };
  beforeAll(async () => {
    await addStation(server.db, '9009', ['RX-VDL']);
    const now = clock.now();
    const rowOf = (text: string, stationId: string) => messageAt(now - 1000, { text, stationId });
    await storeAcars(server.db, [
      { row: rowOf('with', own), extra: JSON.stringify(extra) },
      { row: rowOf('without', own) },
      { row: rowOf('other', 'SOMEBODY-ELSE'), extra: JSON.stringify(extra) },
    ]);
    await store(
      server.db,
      eventAt(now - 60_000, { kind: 'logon', detail: JSON.stringify(extra) }),
      eventAt(now - 50_000, { kind: 'handoff', stationId: own, icao: 'A40002' }),
      eventAt(now - 2 * dayMs, { kind: 'logoff' }),
    );
  });

  const idOf = async (text: string): Promise<string> =>
    (await server.db.query<{ id: string }>('select id::text as id from acars where text = $1', [text]))[0]?.id ?? '';
  const extraOf = async (user: string, text: string) => {
    const response = await callApi(server, `/AcarsMessage/${await idOf(text)}/extra`, {
      token: await server.logIn(user),
    });
    return response.status === 200 ? response.json : response.status;
  };
  async function events(user: string, query: string) {
    const response = await callApi(server, `/AcarsMessage/linkEvents?${query}`, { token: await server.logIn(user) });
    if (response.status !== 200) return response.status;
    return (response.json as z.output<typeof linkEvents>).events.map(({ kind }) => kind);
  }

  test('C117: the fields sent by the receiver are returned under the scope of their message', async () => {
    expect(await extraOf('parser', 'with')).toEqual({ extra });
    expect(await extraOf('parser', 'without')).toEqual({ extra: null });
    expect(await extraOf('parser', 'other')).toEqual({ extra });
    expect(await extraOf('company', 'with')).toEqual({ extra });
    expect(await extraOf('company', 'other')).toBe(404);
    expect(await extraOf('newcomer', 'with')).toBe(403);
    const token = await server.logIn('admin');
    expect((await callApi(server, '/AcarsMessage/abc/extra', { token })).status).toBe(400);
    expect((await callApi(server, '/AcarsMessage/999999999999/extra', { token })).status).toBe(404);
  });

  test('they are in no list', async () => {
    const token = await server.logIn('parser');
    const response = await callApi(server, '/AcarsMessage/allUsers', { token });
    expect(response.text).toContain('"with"');
    expect(response.text).not.toContain('noise');
  });

  test('C117: events of a station or an aircraft, newest first, under the scope of messages', async () => {
    expect(await events('parser', 'stationId=9009')).toEqual(['logon']);
    expect(await events('parser', 'stationId=rx-vdl&days=15')).toEqual(['logon', 'logoff']);
    expect(await events('parser', 'icao=a40002')).toEqual(['handoff']);
    expect(await events('company', 'icao=A40002')).toEqual(['handoff']);
    expect(await events('company', 'icao=A40001')).toEqual([]);
    expect(await events('company', 'stationId=9009')).toEqual([]);
    expect(await events('parser', '')).toBe(400);
    expect(await events('parser', 'icao=A40001&stationId=9009')).toBe(400);
    expect(await events('parser', 'icao=A40001&days=16')).toBe(400);
  });
});
