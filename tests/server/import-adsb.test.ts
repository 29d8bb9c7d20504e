import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import { type AdsbMessage, adsbMessage } from '../../contract/entities/messages.ts';
import { writeInstant } from '../../contract/params.ts';
import { clock } from '../../server/base/clock.ts';
import { importFiles, readImportArguments } from '../../server/input/imports/import-command.ts';
import { adsbColumns, adsbList } from '../../server/messages/adsb-columns.ts';
import { messagePage } from '../../server/messages/message-page.ts';
import type { Column } from '../../server/query/columns.ts';
import { frameRecordings } from '../recordings/frames.ts';
import { acarsdecLine } from '../support/messages.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { databaseForFile, emptyMessages } from './fresh-database.ts';

const fixture = databaseForFile();
const folder = mkdtempSync(join(tmpdir(), 'downlink-import-adsb-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => emptyMessages(fixture.db));
rightClockAfterEach();

const start = '2026-02-01T23:58:00Z';

async function run(...args: string[]): Promise<{ code: number; text: string; lines: string[] }> {
  const lines: string[] = [];
  const code = await importFiles(fixture.db, args, (line) => lines.push(line));
  return { code, text: lines.join('\n'), lines };
}
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const jsonLines = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

type Stored = AdsbMessage & { readonly id: string };
/** Oldest first, as received. */
async function stored(query: Record<string, unknown> = {}): Promise<Stored[]> {
  const { filters } = api.acarsMessage.adsb.list;
  const page = await messagePage(fixture.db, adsbList, { filters, query, company: null });
  return (JSON.parse(page.rowsJson) as Stored[]).reverse();
}

const nowS = (): number => Math.floor(clock.now() / 1000);
const frame = (fields: object): object => ({ msgType: 'DF 17: ADS-B message.', timestamp: nowS() - 100, ...fields });

describe.each(frameRecordings)('$name', ({ rows: recorded, unknown }) => {
  let path: string;
  beforeAll(() => {
    path = file('frames.jsonl', jsonLines(recorded));
  });

  test('ADSB-03, C80: every line of a decoder becomes a row with all of its values, whose codes of a few words are found in any case; the same file again changes nothing', async () => {
    const first = await run('--start', start, path);
    expect(first.code).toBe(0);
    expect(first.lines).toEqual([
      `read ${recorded.length}, stored ${recorded.length}, skipped 0, duplicates 0, invalid 0`,
      `  ADS-B frames: stored ${recorded.length}, duplicates 0`,
      ...unknown.map(([key, count]) => `  ${count} times: unknown key ${key}`),
    ]);
    const rows = await stored();
    const meant = recorded.map((one) => {
      const row = Object.fromEntries(
        Object.entries(adsbMessage).map(([field, kind]) => {
          const value = one[field] ?? null;
          return [field, kind.name === 'number' && value !== null ? Number(value) : value];
        }),
      );
      const seconds = typeof one.timestamp === 'number' ? one.timestamp : Date.parse(start) / 1000;
      return { ...row, adsbDateTime: writeInstant(Math.floor(seconds) * 1000) };
    });
    const texts = (some: readonly object[]) => some.map((row) => JSON.stringify({ ...row, id: undefined })).sort();
    expect(texts(rows)).toEqual(texts(meant));

    const again = await run('--start', start, path);
    expect(again.lines[0]).toBe(
      `read ${recorded.length}, stored 0, skipped 0, duplicates ${recorded.length}, invalid 0`,
    );
    expect(await stored()).toEqual(rows);

    // C80: a code of a few words is found in any case.
    const { filters } = api.acarsMessage.adsb.list;
    let requested = 0;
    for (const [field, column] of Object.entries<Column>(adsbColumns)) {
      if (!column.storedSpellings) continue;
      const heard = rows.map((row) => row[field as keyof AdsbMessage]);
      for (const text of new Set(heard)) {
        if (typeof text !== 'string') continue;
        const capitals = text.toUpperCase();
        const query = { [field]: text === capitals ? text.toLowerCase() : capitals, limit: 1 };
        const page = await messagePage(fixture.db, adsbList, { filters, query, company: null });
        expect(page.count, `${field} ${text}`).toBe(heard.filter((one) => one === text).length);
        requested += 1;
      }
    }
    expect(requested).toBeGreaterThan(20);
  });
});

describe('when and where', () => {
  const timed = { timestamp: 1457996400.5, icao: '406b90', msgType: 'DF 11: All Call Reply.' };
  const untimed = { icao: '4d2023', msgType: 'DF 11: All Call Reply.' };

  test('without --start only lines with a time are imported, and the others are reported', async () => {
    const path = file('times.jsonl', jsonLines([untimed, timed]));
    const report = await run(path);
    expect(report.lines[0]).toBe('read 2, stored 1, skipped 0, duplicates 0, invalid 1');
    expect(report.text).toContain('invalid: times.jsonl, line 1: the time of reception is missing');
    expect((await run('--start', start, path)).lines[0]).toContain('stored 1, skipped 0, duplicates 1');
    expect((await stored()).map(({ adsbDateTime, timestamp }) => [adsbDateTime, timestamp])).toEqual([
      ['2016-03-14T23:00:00Z', 1457996400.5],
      [start, null],
    ]);
  });

  test('--as-if-now: the last frame is now, the distances stay, and it is the same frame as before', async () => {
    const path = file('shift.jsonl', jsonLines([timed, { ...timed, timestamp: timed.timestamp + 1000 }]));
    const before = nowS();
    expect((await run('--as-if-now', path)).lines[0]).toContain('stored 2,');
    const [first, last] = await stored();
    expect(Date.parse(last?.adsbDateTime ?? '') / 1000 - before).toBeGreaterThanOrEqual(0);
    expect(Date.parse(last?.adsbDateTime ?? '') / 1000).toBeLessThanOrEqual(nowS());
    expect((last?.timestamp ?? 0) - (first?.timestamp ?? 0)).toBe(1000);
    expect((await run(path)).lines[0]).toContain('stored 0, skipped 0, duplicates 2');
  });

  test('C118: --station assigns lines without a receiver to the station, and claims the receiver names in the others', async () => {
    await fixture.db.query(
      `insert into stations (station_id, latitude, longitude) values ('77', 0, 0) on conflict do nothing`,
    );
    const path = file('station.jsonl', jsonLines([timed, { ...timed, stationId: 'roof' }]));
    const report = await run('--station', '77', path);
    expect(report.lines.slice(-2)).toEqual(['station 77 has the receiver 77', 'station 77 has the receiver roof']);
    expect((await stored()).map(({ stationId }) => stationId)).toEqual(['77', 'roof']);
  });
});

describe('input lines', () => {
  test('numbers may be text, codes may be numbers, blank or null means missing; invalid values are counted', async () => {
    const rows = [
      frame({ altitude: ' 24275 ', haeBaroOffset: '-9999', esType: 11, squawk: '0112', lat: '44.5', lon: 26, um: ' ' }),
      frame({ altitude: 'high', level: 'NaN', error: [1], dr: { deep: true }, lat: 91, lon: 0, vs: null }),
      '{"msgType":"DF 11: All Call Reply.","timestamp":"1790000000.25","altitude":1e999,"__proto__":{"squawk":"7700"},"toString":1}',
    ];
    clock.offsetMs = 1_790_000_100_000 - Date.now();
    const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify({ ...row, timestamp: nowS() })));
    const report = await run(file('odd.jsonl', text.join('\n')));
    expect(report.lines).toEqual([
      'read 3, stored 3, skipped 0, duplicates 0, invalid 0',
      '  ADS-B frames: stored 3, duplicates 0',
      '  2 times: no number in altitude',
      '  1 times: no text in dr',
      '  1 times: no number in error',
      '  1 times: no number in level',
      '  1 times: lat and lon are not a valid position',
      '  1 times: unknown key __proto__',
      '  1 times: unknown key toString',
    ]);
    const [call, first, second] = await stored();
    expect(call).toMatchObject({ adsbDateTime: '2026-09-21T14:13:20Z', timestamp: 1790000000.25, squawk: null });
    expect(first).toMatchObject({ altitude: 24275, haeBaroOffset: -9999, esType: '11', squawk: '0112', lat: 44.5 });
    expect(first?.um).toBeNull();
    expect([second?.altitude, second?.lat, second?.lon, second?.dr]).toEqual([null, null, null, null]);
  });

  test('rows of our own API can be imported: their time is adsbDateTime if timestamp is missing', async () => {
    const report = await run(file('own.jsonl', jsonLines([{ adsbDateTime: '2026-10-01T10:20:30Z', icao: '4B1801' }])));
    expect(report.code).toBe(0);
    expect(await stored()).toMatchObject([{ adsbDateTime: '2026-10-01T10:20:30Z', timestamp: null, icao: '4B1801' }]);
  });

  test('frames and messages in one file go to their own lists', async () => {
    const lines = [
      acarsdecLine({ text: 'a message' }),
      frame({ address: '4b1801' }),
      { timestamp: 5, app: { name: 'another program' } },
    ];
    const report = await run(file('both.jsonl', jsonLines(lines)));
    expect(report.lines.slice(0, 4)).toEqual([
      'read 3, stored 2, skipped 1, duplicates 0, invalid 0',
      '  ACARS messages: stored 1, duplicates 0',
      '  ADS-B frames: stored 1, duplicates 0',
      '  skipped 1: not a line of a supported decoder',
    ]);
    expect(await fixture.db.query('select text from acars')).toEqual([{ text: 'a message' }]);
  });

  test('repeated frames in one second are separate receptions, in one microsecond they are one', async () => {
    const whole = frame({ address: '4b1801' });
    const fine = { ...whole, timestamp: nowS() - 50.5 };
    const path = file('repeats.jsonl', jsonLines([whole, whole, fine, whole, fine]));
    expect((await run(path)).lines[0]).toBe('read 5, stored 4, skipped 0, duplicates 1, invalid 0');
    expect((await run(path, path)).lines[0]).toBe('read 10, stored 0, skipped 0, duplicates 10, invalid 0');
    expect(await stored()).toHaveLength(4);
  });

  test('CRLF, a byte order mark, a cut last line, gzip: complete lines are read, the cut one is reported', async () => {
    const [one, two] = [frame({ address: 'aaaaaa' }), frame({ address: 'bbbbbb' })].map((row) => JSON.stringify(row));
    const text = `\ufeff${one}\r\n\r\n${two}\r\n${two?.slice(0, 30)}`;
    const report = await run(file('cut.jsonl', text));
    expect(report.lines[0]).toBe('read 3, stored 2, skipped 0, duplicates 0, invalid 1');
    expect(report.text).toContain('invalid: cut.jsonl, line 4: not JSON');
    expect((await run(file('cut.jsonl.gz', gzipSync(text)))).lines[0]).toContain('stored 0, skipped 0, duplicates 2');
  });

  test('hostile lines are reported with their reasons and stop nothing', async () => {
    const good = JSON.stringify(frame({ address: 'cccccc' }));
    const lines = [
      `${'['.repeat(400_000)}${']'.repeat(400_000)}`,
      `{"msgType":${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)},"timestamp":${nowS()}}`,
      '{"msgType":"x","timestamp":NaN}',
      '{"msgType":"x","timestamp":1e400}',
      '{"msgType":"x","timestamp":"soon"}',
      '{"msgType":"x","timestamp":-5}',
      `{"msgType":"x","timestamp":${nowS() + 90_000}}`,
      '{"msgType":"x","adsbDateTime":"yesterday"}',
      JSON.stringify(frame({ posDecoding: 'x'.repeat(101) })),
      JSON.stringify(frame({ identification: '飛'.repeat(34) })),
      'x'.repeat(1_000_001),
      '[{"msgType":"x"}]',
      'null',
      '"msgType"',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key ${i}\u001b[2J`, i]))),
      good,
    ];
    const report = await run(file('hostile.jsonl', lines.join('\n')));
    const reasons = report.lines.filter((line) => line.includes('invalid: ')).map((line) => line.split('jsonl, ')[1]);
    expect(reasons).toEqual([
      'line 1: not a JSON object',
      'line 3: the time of reception is missing',
      'line 4: timestamp is not a number',
      'line 5: timestamp is not a number',
      'line 6: the time of reception is before 1990',
      'line 7: the time of reception is more than a day ahead',
      'line 8: adsbDateTime is not a date and time',
      'line 9: posDecoding is longer than 100 characters',
      'line 10: identification is longer than 100 bytes',
      'line 11: the line is longer than 1000000 characters',
      'line 12: the time of reception is missing',
      'line 13: not a JSON object',
      'line 14: not a JSON object',
    ]);
    // Line 2 is a frame whose kind cannot be read; line 15 is from no decoder.
    expect(report.lines[0]).toBe('read 16, stored 2, skipped 1, duplicates 0, invalid 13');
    expect(report.text).toContain('1 times: no text in msgType');
    expect((await stored()).map(({ address }) => address)).toEqual(['cccccc', null]);
  });

  test('a million key names are counted but not listed, and no control character reaches the terminal', async () => {
    const row = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key ${i}\u001b[2J`, i]));
    const report = await run(file('keys.jsonl', jsonLines([frame(row)])));
    expect(report.lines.length).toBeLessThan(80);
    expect(report.text).toContain('4940 times: something else');
    expect(report.text).not.toContain('\u001b');
  });

  test('a line of 100 MB, UTF-16, an empty file, or nothing usable: reported, nothing stored, exit code not 0', async () => {
    const long = await run(file('long.jsonl', Buffer.alloc(100_000_000, 'x')));
    expect([long.code, long.lines[0]]).toEqual([1, 'read 1, stored 0, skipped 0, duplicates 0, invalid 1']);
    const wide = await run(file('wide.jsonl', Buffer.from(`\ufeff${JSON.stringify(frame({}))}`, 'utf16le')));
    expect(wide.code).toBe(1);
    expect(wide.text).toContain('cannot be read: it is UTF-16');
    expect((await run(file('empty.jsonl', ''))).code).toBe(1);
    expect((await run(file('none.jsonl', '[]\n{}'))).code).toBe(0);
    expect(await stored()).toEqual([]);
  });

  test('invalid UTF-8 becomes U+FFFD, NUL and lone surrogates become visible', async () => {
    const line = Buffer.from(JSON.stringify(frame({ identification: 'A?B', address: '\u0000\ud83d' })));
    line[line.indexOf('?')] = 0xe9;
    await run(file('latin.jsonl', line));
    expect(await stored()).toMatchObject([{ identification: 'A\ufffdB', address: '\u2400\ufffd' }]);
  });

  test('arguments: --start is an instant, in UTC', () => {
    const options = { files: ['a'], station: '1', startS: 1769990280, isAsIfNow: false };
    expect(readImportArguments(['--station', '1', '--start', '2026-02-01 23:58:00', 'a'])).toEqual(options);
    expect(readImportArguments(['--station=1', '--start=2026-02-01T23:58', 'a'])).toEqual(options);
    for (const args of [
      ['--start', 'a'],
      ['--start', 'noon', 'a'],
      ['--start=', 'a'],
      ['a', '--start'],
    ])
      expect(readImportArguments(args)).toBeNull();
  });
});

test('the longest codes that a frame may have fit into the indexes', async () => {
  const longest = Object.fromEntries(
    Object.entries(adsbMessage).flatMap(([field, kind], i) =>
      kind.name === 'code' ? [[field, String.fromCodePoint(0x98db + i).repeat(33)]] : [],
    ),
  );
  const numbers = Object.fromEntries(
    Object.entries(adsbMessage).flatMap(([field, kind], i) => (kind.name === 'number' ? [[field, i + 0.123]] : [])),
  );
  const row = { ...longest, ...numbers, timestamp: nowS() - 7 };
  const report = await run(file('longest.jsonl', jsonLines([row])));
  expect(report.lines[0]).toBe('read 1, stored 1, skipped 0, duplicates 0, invalid 0');
  expect(await stored()).toMatchObject([longest]);
});
