import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acarsFilters } from '../../contract/calls/messages.ts';
import { clock } from '../../server/base/clock.ts';
import { importFiles, readImportArguments } from '../../server/input/imports/import-command.ts';
import { recordings, rowsOf, sumOf } from '../recordings/recording.ts';
import { acarsdecLine } from '../support/messages.ts';
import { planTest } from '../support/plan-test.ts';
import { program } from '../support/server.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, emptyMessages, truncateMessages } from './fresh-database.ts';

const fixture = databaseForFile();
const folder = mkdtempSync(join(tmpdir(), 'downlink-import-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => emptyMessages(fixture.db));

async function run(...args: string[]): Promise<{ code: number; text: string; first: string }> {
  const lines: string[] = [];
  const code = await importFiles(fixture.db, args, (line) => lines.push(line));
  return { code, text: lines.join('\n'), first: lines[0] ?? '' };
}
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const lineOf = (n: number): string => JSON.stringify(acarsdecLine({ secondsAgo: 1000 + n, text: `message ${n}` }));
const count = async (): Promise<number> =>
  (await acarsPage(fixture.db, { filters: acarsFilters, query: { limit: 1 }, company: null })).count;

describe.each(recordings)('$name', (recording) => {
  const { stored, messages, duplicates, leftOut, broken } = recording;
  let path: string;
  beforeAll(() => {
    path = file('recording.jsonl', recording.lines.join('\n'));
  });

  test('API-14: the report accounts for 1,000 lines; imported again, with other times or not, nothing is stored twice', async () => {
    const rest = `skipped ${sumOf(leftOut)}`;
    const first = await run('--as-if-now', path);
    expect(first.code).toBe(0);
    expect(first.text.split('\n').slice(0, 3 + leftOut.length)).toEqual([
      `read 1000, stored ${stored}, ${rest}, duplicates ${duplicates}, invalid ${sumOf(broken)}`,
      `  ACARS messages: stored ${messages}, duplicates ${duplicates}`,
      `  link events: stored ${stored - messages}, duplicates 0`,
      ...leftOut.map(({ reason, count }) => `  skipped ${count}: ${reason}`),
    ]);
    expect(first.text.split('\n')).toHaveLength(3 + leftOut.length + sumOf(broken));
    for (const { reason, count } of broken) expect(`${first.text}\n`.split(`: ${reason}\n`).length - 1).toBe(count);
    const again = `read 1000, stored 0, ${rest}, duplicates ${stored + duplicates}, invalid ${sumOf(broken)}`;
    expect((await run('--as-if-now', path)).first).toBe(again);
    expect((await run(path)).first).toBe(again);
    expect(await count()).toBe(rowsOf(recording));
  });

  test('--as-if-now: the last line is now, the distances stay, and the messages of a tail number are found', async () => {
    const before = Math.floor(clock.now() / 1000);
    await run('--as-if-now', path);
    const after = Math.floor(clock.now() / 1000);
    const [span] = await fixture.db.query<{ last: number; length: number; whole: boolean }>(
      `with recorded as materialized (
         select max(epoch_seconds) as last, max(epoch_seconds) - min(epoch_seconds) as length,
           bool_and(extract(epoch from acars_date_time) = floor(epoch_seconds)) as whole from acars)
       select greatest(last, (select max(extract(epoch from last_at)) from link_event))::float8 as last, length, whole from recorded`,
    );
    expect(Math.floor(span?.last ?? 0)).toBeGreaterThanOrEqual(before);
    expect(Math.floor(span?.last ?? 0)).toBeLessThanOrEqual(after);
    expect(span?.length).toBeCloseTo(recording.spanSeconds, 4);
    expect(span?.whole).toBe(true);
    const { name, messages } = recording.tail;
    const query = { tail: name.toLowerCase() };
    expect((await acarsPage(fixture.db, { filters: acarsFilters, query, company: null })).count).toBe(messages);
  });
});

describe('input lines', () => {
  planTest('after an import the planner has statistics of its days at once', async () => {
    // Estimates of other days would remain.
    await truncateMessages(fixture.db);
    await run(file('settled.jsonl', [lineOf(1), lineOf(2)].join('\n')));
    const known = await fixture.db.query<{ rows: number }>(
      `select sum(greatest(reltuples, 0))::int as rows from pg_class where relname ~ '^acars_\\d{8}$'`,
    );
    expect(known).toEqual([{ rows: 2 }]);
  });

  test('a day without a partition is stored while a long read locks the table', async () => {
    const line = JSON.stringify(acarsdecLine({ secondsAgo: 300 * 86_400, text: 'long ago' }));
    await fixture.db.transaction(async (reading) => {
      await reading.query('select count(*) from acars');
      expect((await run(file('old.jsonl', line))).first).toBe('read 1, stored 1, skipped 0, duplicates 0, invalid 0');
    });
  });

  test('CRLF, a byte order mark, empty lines, no newline at the end, gzip: every message is read', async () => {
    const text = `\ufeff${lineOf(1)}\r\n\r\n${lineOf(2)}\r\n   \n${lineOf(3)}`;
    expect((await run(file('a.jsonl', text))).first).toBe('read 3, stored 3, skipped 0, duplicates 0, invalid 0');
    expect((await run(file('b.jsonl.gz', gzipSync(text)))).first).toBe(
      'read 3, stored 0, skipped 0, duplicates 3, invalid 0',
    );
  });

  test('broken lines are reported by number and reason, up to 20; valid ones are stored', async () => {
    const lines = [
      lineOf(1),
      '{broken',
      '[]',
      '{"timestamp":1,"label":"H1","mode":"2","freq":131.55}',
      'x'.repeat(1_000_001),
      '\u0000\u0001',
      ...Array.from({ length: 20 }, () => 'no'),
      lineOf(2),
    ];
    const report = await run(file('c.jsonl', lines.join('\n')));
    expect(report.code).toBe(0);
    expect(report.first).toBe('read 27, stored 2, skipped 0, duplicates 0, invalid 25');
    expect(report.text).toContain('invalid: c.jsonl, line 2: not JSON');
    expect(report.text).toContain('invalid: c.jsonl, line 3: not a JSON object');
    expect(report.text).toContain('invalid: c.jsonl, line 4: the time of reception is before 1990');
    expect(report.text).toContain('invalid: c.jsonl, line 5: the line is longer than 1000000 characters');
    expect(report.text.match(/invalid: c\.jsonl, line/g)).toHaveLength(20);
    expect(report.text).toContain('invalid: 5 more lines');
  });

  test('more than a batch of lines in two files are all stored', async () => {
    // Created once: a line created in the next second is another message.
    const lines = Array.from({ length: 2500 }, (_, i) => lineOf(i));
    const report = await run(
      file('d1.jsonl', lines.slice(0, 1300).join('\n')),
      file('d2.jsonl', lines.slice(1200).join('\n')),
    );
    expect(report.first).toBe('read 2600, stored 2500, skipped 0, duplicates 100, invalid 0');
  });

  test('a missing file, a damaged archive, no usable line, or wrong arguments: reported, exit code not 0', async () => {
    const good = file('e.jsonl', lineOf(1));
    const missing = await run(join(folder, 'nowhere.jsonl'), good);
    expect(missing.code).toBe(1);
    expect(missing.text).toMatch(/nowhere\.jsonl cannot be read: ENOENT/);
    expect(missing.text).toContain('stored 1,');
    const archive = gzipSync(Array.from({ length: 500 }, (_, i) => lineOf(i)).join('\n'));
    const damaged = await run('--as-if-now', file('f.gz', archive.subarray(0, archive.length / 2)));
    expect(damaged.code).toBe(1);
    expect(damaged.text).toContain('Only a part of f.gz could be read');
    expect((await run(file('g.jsonl', '\n\n'))).code).toBe(1);
    expect((await run(file('h.jsonl', 'nothing good'))).code).toBe(1);
    expect((await run('--wrong', good)).text).toContain('Usage:');
    expect((await run(folder)).code).toBe(1);
  });

  test('C122: a closed pipe (… | head) neither ends the command, nor changes its exit code; its start and its report are recorded', async () => {
    const child = spawn(process.execPath, [program, 'import', file('piped.jsonl', lineOf(1))], {
      env: { ...process.env, DATABASE_URL: fixture.url, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(output).not.toContain('EPIPE');
    expect(await count()).toBe(1);
    expect(await fixture.db.query('select action, name, details from audit_entry order by id')).toEqual([
      { action: 'import started', name: 'piped.jsonl', details: 'Command npm run import' },
      { action: 'imported', name: 'piped.jsonl', details: expect.stringMatching(/^read 1, stored 1, /) },
    ]);
  });

  test('arguments', () => {
    expect(readImportArguments(['--station', '1001', '--as-if-now', 'a', '-'])).toEqual({
      files: ['a', '-'],
      station: '1001',
      startS: null,
      isAsIfNow: true,
    });
    expect(readImportArguments(['--station=1001', 'a'])?.station).toBe('1001');
    for (const args of [[], ['--station', 'x', 'a'], ['--station'], ['a', '--station'], ['--no', 'a']])
      expect(readImportArguments(args)).toBeNull();
  });

  test('C118: --station claims the receivers named in the files', async () => {
    await fixture.db.query(
      `insert into stations (station_id, latitude, longitude) values ('77', 0, 0) on conflict do nothing`,
    );
    const report = await run('--station', '77', file('i.jsonl', lineOf(1)));
    expect(report.text).toContain('station 77 has the receiver CS-TEST-ACARS');
    const names = await fixture.db.query('select receiver_name from station_receiver_names');
    expect(names).toEqual([{ receiver_name: 'CS-TEST-ACARS' }]);
  });
});
