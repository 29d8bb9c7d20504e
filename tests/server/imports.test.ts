import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ImportState, maxImportBytes, maxImportPartBytes } from '../../contract/calls/imports.ts';
import { type ApiResponse, callApi, logIn } from '../support/api-client.ts';
import { series } from '../support/messages.ts';
import { startProgram, startServer } from '../support/server.ts';
import { addStation } from '../support/stations.ts';
import { testServerForFile } from '../support/test-server.ts';

let admin: string;
const dataDir = mkdtempSync(join(tmpdir(), 'downlink-imports-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const server = testServerForFile({ DATA_DIR: dataDir });
beforeAll(async () => {
  admin = await server.logIn('admin');
});
afterEach(async () => {
  const state = await current();
  if (state) await call('DELETE', `/${state.id}`);
  await server.db.query('truncate aircraft');
});

const call = (method: string, path: string, body?: unknown, token = admin): Promise<ApiResponse> =>
  callApi(server, `/imports${path}`, { method, token, ...(body === undefined ? {} : { body }) });
const messageOf = (response: ApiResponse): string => (response.json as { message: string }).message;
const stateOf = (response: ApiResponse): ImportState => response.json as ImportState;
const current = async (): Promise<ImportState | null> =>
  ((await call('GET', '/current')).json as { import: ImportState | null }).import;

const begin = (size: number, fileName = 'file.csv', token = admin) => call('POST', '', { fileName, size }, token);
const part = (id: string, offset: number, bytes: Uint8Array) =>
  callApi(server, `/imports/${id}/parts/${offset}`, {
    method: 'PUT',
    token: admin,
    rawBody: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });
async function until(...phases: ImportState['phase'][]): Promise<ImportState> {
  let state: ImportState | null = null;
  await expect
    .poll(
      async () => {
        state = await current();
        return state?.phase;
      },
      { interval: 20 },
    )
    .toMatch(new RegExp(`^(${phases.join('|')})$`));
  return state as unknown as ImportState;
}
/** Sends a complete file; resolves to its state when it was checked, or failed. */
async function send(content: string | Uint8Array, fileName?: string): Promise<ImportState> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const begun = await begin(bytes.length, fileName);
  expect(begun.status, begun.text).toBe(201);
  const { id } = stateOf(begun);
  for (let at = 0; at < bytes.length; at += maxImportPartBytes) {
    const sent = await part(id, at, bytes.subarray(at, at + maxImportPartBytes));
    expect(sent.status, sent.text).toBe(200);
  }
  return until('checked', 'failed');
}
async function write(id: string, options: object = {}): Promise<ImportState> {
  const response = await call('POST', `/${id}/write`, options);
  expect(response.status, response.text).toBe(200);
  return until('written', 'failed');
}
const aircraftCount = async (): Promise<number> =>
  (await server.db.query<{ n: number }>('select count(*) as n from aircraft'))[0]?.n ?? -1;
/** Files and parts of them that are not removed. */
async function left(): Promise<readonly unknown[]> {
  const uploads = join(dataDir, 'uploads');
  const files = existsSync(uploads) ? readdirSync(uploads, { recursive: true, withFileTypes: true }) : [];
  return [...files.filter((one) => one.isFile()), ...(await server.db.query('select import from import_part'))];
}

const header =
  'ICAO,Registration,ModelICAO,Manufacturer,Model,ManufacturerAndModel,IsPrivateOperator,Operator,AirlineCode,SerialNumber,YearBuilt';
const rowOf = (n: number) => `${(0xa00000 + n).toString(16)},N${n},B738,Boeing,737,Boeing 737,0,Somebody,,${n},1999`;
const fileOf = (count: number, ...more: string[]): string =>
  [header, ...Array.from({ length: count }, (_, n) => rowOf(n)), ...more].join('\n');

describe('reference data', () => {
  test('a preview writes nothing, the import does; the same file again changes nothing', async () => {
    const file = fileOf(3, 'zzz,N9,B738,a,b,c,0,x,,1,1999', rowOf(0));
    const checked = await send(file, 'C:\\fakepath\\aircraft.csv');
    expect(checked).toMatchObject({
      fileName: 'aircraft.csv',
      phase: 'checked',
      startedBy: 'admin',
      report: {
        of: { kind: 'reference', title: 'aircraft (Virtual Radar)', read: 5, added: 3, changed: 0, same: 0 },
        rejected: 2,
        examples: [
          { line: 5, reason: 'no 24 bit address of six hexadecimal digits' },
          { line: 6, reason: 'the same 24 bit address as an earlier line: line 2' },
        ],
      },
    });
    expect(await aircraftCount()).toBe(0);
    expect(await write(checked.id)).toMatchObject({ phase: 'written', report: { of: { added: 3 }, rejected: 2 } });
    expect(await aircraftCount()).toBe(3);
    expect(await left()).toEqual([]);
    expect((await call('GET', `/${checked.id}/rejected`)).json).toEqual({ rows: checked.report?.examples });
    const again = await send(file);
    expect(again.report?.of).toMatchObject({ added: 0, changed: 0, same: 3 });
    expect((await write(again.id)).report?.of).toMatchObject({ added: 0, changed: 0, same: 3 });
    expect((await call('POST', `/${again.id}/write`, {})).status, 'once').toBe(409);
  });

  test('gzip is unpacked; all rejected rows are counted and listed, including those beyond the report', async () => {
    const bad = Array.from({ length: 50 }, (_, n) => `x${n}`);
    const state = await send(gzipSync(fileOf(2000, ...bad)), 'aircraft.csv.gz');
    expect(state.report).toMatchObject({ of: { added: 2000 }, rejected: 50 });
    expect(state.report?.examples).toHaveLength(20);
    const { rows } = (await call('GET', `/${state.id}/rejected`)).json as { rows: { line: number }[] };
    expect(rows.map(({ line }) => line)).toEqual(bad.map((_, n) => 2002 + n));
  });

  const good = fileOf(1);
  const unusable: [string, string | Uint8Array, RegExp][] = [
    ['a wrong header', 'a,b\n1,2', /The header is unknown/],
    ['a column missing', good.replace('YearBuilt', 'Year'), /the columns yearbuilt are missing/],
    ['Latin 1', Buffer.from(good.replace('Boeing', 'Bo\u00ebing'), 'latin1'), /not UTF-8 text/],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), /UTF-16/],
    ['semicolons', good.replaceAll(',', ';'), /separated by semicolons/],
    ['an open quote', good.replace('Boeing', '"Boeing'), /quote in line 2 does not end/],
    ['a million columns', 'x,'.repeat(1_000_000), /longer than 200000 characters/],
    ['a zip', Buffer.from('PK\u0003\u0004 and so on'), /archive or a workbook/],
    ['half a gzip', gzipSync(fileOf(500)).subarray(0, 2000), /gzip data of the file is damaged/],
    ['a JSON list', '[{"a":1}]', /one JSON list/],
    ['blanks', '\n\n', /empty/],
  ];
  test.each(unusable)('%s: reported, nothing is stored and no file remains', async (_name, content, reason) => {
    const state = await send(content);
    expect(state.phase).toBe('failed');
    expect(state.why).toMatch(reason);
    expect(await aircraftCount()).toBe(0);
    expect(await left()).toEqual([]);
    expect((await call('POST', `/${state.id}/write`, {})).status).toBe(409);
  });

  test('rows with \\N, NA and duplicate keys are distinguished, as in the command', async () => {
    const state = await send(`${header}\nABC004,N4,\\N,NA,\\N,,0,NA,\\N,\\N,\\N\nABC004,N4,,,,,,,,,\n1,2`);
    expect(state.report).toMatchObject({ of: { added: 1 }, rejected: 2 });
  });

  test('an import cancelled while writing leaves nothing', async () => {
    const { id } = await send(fileOf(30_000));
    const { cancelled } = await server.db.transaction(async (tx) => {
      await tx.query('lock table aircraft in share mode');
      expect((await call('POST', `/${id}/write`, {})).status).toBe(200);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => server.db.query(waiting), { interval: 20 }).toHaveLength(1);
      const under = { cancelled: call('DELETE', `/${id}`) };
      await expect
        .poll(() => server.db.query('select is_ending as "isEnding" from import_job'), { interval: 20 })
        .toEqual([{ isEnding: true }]);
      return under;
    });
    expect((await cancelled).status).toBe(204);
    expect(await current()).toBeNull();
    expect(await aircraftCount()).toBe(0);
    expect(await left()).toEqual([]);
    expect((await call('POST', `/${id}/write`, {})).status).toBe(404);
  });
});

describe('recordings', () => {
  test('C118: lines are counted, then stored, for the given station; the same lines again store nothing', async () => {
    await addStation(server.db, '4711');
    const lines = series(30, () => ({ station: 'RX-NEW' })).map((line) => JSON.stringify(line));
    const file = [...lines, '{"timestamp":1,', '{"timestamp":1,"app":{"name":"another program"}}'].join('\n');
    const checked = await send(file, 'messages.jsonl');
    expect(checked).toMatchObject({
      phase: 'checked',
      report: {
        of: { kind: 'messages', read: 32, usable: 30, withoutTime: 0, stored: null, receivers: ['RX-NEW'] },
        rejected: 1,
        examples: [{ line: 31, reason: 'not JSON' }],
      },
    });
    const stored = async () => (await server.db.query<{ n: number }>('select count(*) as n from acars'))[0]?.n;
    expect(await stored()).toBe(0);
    expect((await call('POST', `/${checked.id}/write`, { station: 'x' })).status).toBe(400);
    expect(await write(checked.id, { station: '4711' })).toMatchObject({
      phase: 'written',
      report: { of: { stored: 30, duplicates: 0, claims: ['station 4711 has the receiver RX-NEW'] } },
    });
    expect(await stored()).toBe(30);
    const again = await send(gzipSync(file));
    expect((await write(again.id)).report?.of).toMatchObject({ stored: 0, duplicates: 30 });
  });

  test('ADS-B frames without a time are counted separately, and stored with a given time', async () => {
    const frames = Array.from({ length: 4 }, (_, n) => JSON.stringify({ msgType: 'DF11', address: `A0000${n}` }));
    const checked = await send(frames.join('\n'), 'frames.jsonl');
    expect(checked.report).toMatchObject({ of: { usable: 0, withoutTime: 4, firstAt: null }, rejected: 0 });
    const nonsense = await call('POST', `/${checked.id}/write`, { start: '2026-02-30T23:58:00Z' });
    expect([nonsense.status, nonsense.json]).toEqual([
      400,
      expect.objectContaining({ errors: { start: [expect.any(String)] } }),
    ]);
    const written = await write(checked.id, { start: '2026-02-01T23:58:00Z' });
    expect(written.report?.of).toMatchObject({ stored: 4 });
    expect(
      await server.db.query(
        `select distinct to_char(adsb_date_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as t from adsb`,
      ),
    ).toEqual([{ t: '2026-02-01 23:58' }]);
  });

  test('the times of a recording are shifted so that its last line is now', async () => {
    const old = series(3, (n) => ({ secondsAgo: 400 * 86_400 + n, station: 'RX-OLD' }));
    const checked = await send(old.map((line) => JSON.stringify(line)).join('\n'));
    await write(checked.id, { isAsIfNow: true });
    const [last] = await server.db.query<{ at: Date }>(
      `select max(acars_date_time) as at from acars where station_id = 'RX-OLD'`,
    );
    expect(Math.abs((last?.at.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  });
});

describe('upload of a file', () => {
  test('parts are stored in order; a repeated part is accepted, a gap or excess is refused', async () => {
    const bytes = Buffer.from(fileOf(20));
    const { id } = stateOf(await begin(bytes.length));
    expect(stateOf(await part(id, 0, bytes.subarray(0, 100)))).toMatchObject({ bytes: 100, phase: 'receiving' });
    expect(stateOf(await part(id, 0, bytes.subarray(0, 100)))).toMatchObject({ bytes: 100 });
    expect((await part(id, 200, bytes.subarray(200, 300))).status).toBe(409);
    expect((await part(id, 100, Buffer.concat([bytes.subarray(100), Buffer.from('more')]))).status).toBe(409);
    expect((await part(id, 100, new Uint8Array(maxImportPartBytes + 1))).status).toBe(413);
    expect((await call('POST', `/${id}/write`, {})).status).toBe(409);
    await part(id, 100, bytes.subarray(100));
    expect((await until('checked')).report?.of).toMatchObject({ added: 20 });
  });

  test('only bytes of an allowed size are accepted', async () => {
    expect(messageOf(await begin(0))).toBe('The file is empty.');
    const large = await begin(maxImportBytes + 1);
    expect([large.status, messageOf(large)]).toEqual([413, expect.stringContaining('The limit is 512 MB')]);
    for (const size of [-1, 1.5, 2 ** 60]) expect((await begin(size)).status, String(size)).toBeGreaterThanOrEqual(400);
    const { id } = stateOf(await begin(10));
    const asText = await callApi(server, `/imports/${id}/parts/0`, { method: 'PUT', token: admin, body: { a: 1 } });
    expect(asText.status).toBe(415);
    expect((await part(id, 0, new Uint8Array(0))).status).toBeLessThan(500);
    expect((await part('nobody', 0, new Uint8Array(1))).status).toBe(404);
  });

  test('one import at a time: another Admin must wait and sees the owner, the same Admin can start again, and a finished import is replaced', async () => {
    const body = { username: 'other.admin', password: 'secret-1', role: 'Admin', terms: 1, company: '' };
    await callApi(server, '/user/register', { method: 'POST', token: admin, body });
    const entered = await callApi(server, '/account/authenticate', { method: 'POST', body });
    const other = (entered.json as { token: string }).token;
    const first = stateOf(await begin(500, 'first.csv'));
    const refused = await begin(10, 'mine.csv', other);
    expect([refused.status, messageOf(refused)]).toEqual([
      409,
      'Another import is running: first.csv, started by admin.',
    ]);
    expect((await begin(500, 'second.csv')).status).toBe(201);
    expect((await part(first.id, 0, new Uint8Array(1))).status).toBe(404);
    await send(`${header}`);
    const { id } = await send(fileOf(1));
    await write(id);
    expect((await begin(10, 'mine.csv', other)).status).toBe(201);
    expect((await call('DELETE', `/${(await current())?.id}`, undefined, other)).status).toBe(204);
  });

  test('C141: an upload resumes after its server was killed, and an unfinished check continues', async () => {
    const built = await startProgram();
    try {
      const { token } = await logIn(built, 'admin');
      const bytes = Buffer.from(fileOf(20));
      const put = (id: string, at: number, to?: number) =>
        callApi(built, `/imports/${id}/parts/${at}`, {
          method: 'PUT',
          token,
          rawBody: bytes.subarray(at, to),
          headers: { 'content-type': 'application/octet-stream' },
        });
      const body = { fileName: 'file.csv', size: bytes.length };
      const { id } = stateOf(await callApi(built, '/imports', { method: 'POST', token, body }));
      await put(id, 0, 100);
      await built.kill();
      await built.restart();
      expect(stateOf(await put(id, 0, 100))).toMatchObject({ phase: 'receiving', bytes: 100 });
      await put(id, 100);
      await built.kill();
      const next = await startServer({ database: built.databaseUrl });
      try {
        const { token: later } = await logIn(next, 'admin');
        const phase = async () =>
          ((await callApi(next, '/imports/current', { token: later })).json as { import: ImportState }).import.phase;
        await expect.poll(phase).toBe('checked');
      } finally {
        await next.dispose();
      }
    } finally {
      await built.dispose();
    }
  });

  test('a cancelled upload leaves nothing', async () => {
    const { id } = stateOf(await begin(1000));
    await part(id, 0, new Uint8Array(10));
    expect(await left()).toHaveLength(1);
    await call('DELETE', `/${id}`);
    expect(await left()).toEqual([]);
    expect(await current()).toBeNull();
  });
});
