import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { acarsFilters } from '../../contract/calls/messages.ts';
import { clock } from '../../server/clock.ts';
import { importFiles, readImportArguments } from '../../server/receive/import-command.ts';
import { type Line, splitLines } from '../../server/receive/read-lines.ts';
import { acarsPage } from '../../server/store/acars.ts';
import { acarsdecLine } from '../support/messages.ts';
import { program } from '../support/server.ts';
import { databaseForFile, emptyMessages } from './fresh-database.ts';

const held = databaseForFile();
const folder = mkdtempSync(join(tmpdir(), 'downlink-import-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => emptyMessages(held.db));

const stream = fileURLToPath(new URL('../../../shared/data/acars/stream.jsonl', import.meta.url));
const hasStream = existsSync(stream);

async function run(...args: string[]): Promise<{ code: number; text: string; first: string }> {
  const lines: string[] = [];
  const code = await importFiles(held.db, args, (line) => lines.push(line));
  return { code, text: lines.join('\n'), first: lines[0] ?? '' };
}
const file = (name: string, content: string | Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const lineOf = (n: number): string => JSON.stringify(acarsdecLine({ secondsAgo: 1000 + n, text: `message ${n}` }));
const count = async (): Promise<number> =>
  (await acarsPage(held.db, { filters: acarsFilters, query: { limit: 1 }, company: null })).count;

describe('a real recording', () => {
  test('the recording is there (or NO_SHARED_DATA=1 says that it need not be)', () => {
    expect(hasStream || process.env.NO_SHARED_DATA === '1', `${stream} is missing`).toBe(true);
  });

  test.skipIf(!hasStream)(
    'API-14: 1,000 lines are read, 308 carry no ACARS, 692 are stored; again, shifted or not, nothing twice',
    async () => {
      const first = await run('--as-if-now', stream);
      expect(first.code).toBe(0);
      expect(first.text).toBe(
        [
          'read 1000, stored 692, left out 308, duplicates 0, broken 0',
          '  ACARS messages: stored 692, duplicates 0',
          '  left out 190: no ACARS in this line (VDL2 link control)',
          '  left out 118: no ACARS in this line (HFDL link control)',
        ].join('\n'),
      );
      expect((await run('--as-if-now', stream)).first).toBe(
        'read 1000, stored 0, left out 308, duplicates 692, broken 0',
      );
      expect((await run(stream)).first).toBe('read 1000, stored 0, left out 308, duplicates 692, broken 0');
      expect(await count()).toBe(692);
    },
  );

  test.skipIf(!hasStream)(
    '--as-if-now: the last message is now, the distances stay, tail N163US is found',
    async () => {
      const before = Math.floor(clock.now() / 1000);
      await run('--as-if-now', stream);
      const [span] = await held.db.query<{ last: number; length: number; whole: boolean }>(
        `select max(epoch_seconds) as last, max(epoch_seconds) - min(epoch_seconds) as length,
       bool_and(extract(epoch from acars_date_time) = floor(epoch_seconds)) as whole from acars`,
      );
      expect(Math.floor(span?.last ?? 0) - before).toBeGreaterThanOrEqual(0);
      expect(Math.floor(span?.last ?? 0) - before).toBeLessThanOrEqual(2);
      expect(span?.length).toBeCloseTo(2569.00887, 4);
      expect(span?.whole).toBe(true);
      const page = await acarsPage(held.db, { filters: acarsFilters, query: { tail: 'n163us' }, company: null });
      expect(page.count).toBe(26);
    },
  );
});

describe('lines as they come', () => {
  test('after an import the planner knows its days: their statistics are there at once', async () => {
    await run(file('settled.jsonl', [lineOf(1), lineOf(2)].join('\n')));
    const known = await held.db.query<{ rows: number }>(
      `select sum(greatest(reltuples, 0))::int as rows from pg_class where relname ~ '^acars_\\d{8}$'`,
    );
    expect(known).toEqual([{ rows: 2 }]);
  });

  test('CRLF, a byte order mark, empty lines, no newline at the end, gzip: every message is read', async () => {
    const text = `\ufeff${lineOf(1)}\r\n\r\n${lineOf(2)}\r\n   \n${lineOf(3)}`;
    expect((await run(file('a.jsonl', text))).first).toBe('read 3, stored 3, left out 0, duplicates 0, broken 0');
    expect((await run(file('b.jsonl.gz', gzipSync(text)))).first).toBe(
      'read 3, stored 0, left out 0, duplicates 3, broken 0',
    );
  });

  test('broken lines are told by number and reason, 20 of them; the good ones are kept', async () => {
    const lines = [
      lineOf(1),
      '{broken',
      '[]',
      '{"timestamp":1,"label":"H1"}',
      'x'.repeat(1_000_001),
      '\u0000\u0001',
      ...Array.from({ length: 20 }, () => 'no'),
      lineOf(2),
    ];
    const report = await run(file('c.jsonl', lines.join('\n')));
    expect(report.code).toBe(0);
    expect(report.first).toBe('read 27, stored 2, left out 0, duplicates 0, broken 25');
    expect(report.text).toContain('broken: c.jsonl, line 2: not JSON');
    expect(report.text).toContain('broken: c.jsonl, line 3: not a JSON object');
    expect(report.text).toContain('broken: c.jsonl, line 4: the time of reception is before 1990');
    expect(report.text).toContain('broken: c.jsonl, line 5: the line is longer than 1000000 characters');
    expect(report.text.match(/broken: c\.jsonl, line/g)).toHaveLength(20);
    expect(report.text).toContain('broken: 5 more lines');
  });

  test('more than a batch of lines in two files are all stored', async () => {
    // Made once: a line made in the next second is another message.
    const lines = Array.from({ length: 2500 }, (_, i) => lineOf(i));
    const report = await run(
      file('d1.jsonl', lines.slice(0, 1300).join('\n')),
      file('d2.jsonl', lines.slice(1200).join('\n')),
    );
    expect(report.first).toBe('read 2600, stored 2500, left out 0, duplicates 100, broken 0');
  });

  test('a missing file, a damaged archive, nothing to read, wrong arguments: said, and the exit code is not 0', async () => {
    const good = file('e.jsonl', lineOf(1));
    const missing = await run(join(folder, 'nowhere.jsonl'), good);
    expect(missing.code).toBe(1);
    expect(missing.text).toMatch(/nowhere\.jsonl cannot be read: ENOENT/);
    expect(missing.text).toContain('stored 1,');
    const archive = gzipSync(Array.from({ length: 500 }, (_, i) => lineOf(i)).join('\n'));
    const damaged = await run('--as-if-now', file('f.gz', archive.subarray(0, archive.length / 2)));
    expect(damaged.code).toBe(1);
    expect(damaged.text).toContain('f.gz could be read in part only');
    expect((await run(file('g.jsonl', '\n\n'))).code).toBe(1);
    expect((await run(file('h.jsonl', 'nothing good'))).code).toBe(1);
    expect((await run('--wrong', good)).text).toContain('Usage:');
    expect((await run(folder)).code).toBe(1);
  });

  test('whoever reads the beginning of its report only (… | head) ends neither the import nor its exit code', async () => {
    const child = spawn(process.execPath, [program, 'import', file('piped.jsonl', lineOf(1))], {
      env: { ...process.env, DATABASE_URL: held.url, LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).not.toContain('EPIPE');
    expect(await count()).toBe(1);
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

  test('C118: --station claims the receivers that the files name', async () => {
    await held.db.query(
      `insert into stations (station_id, latitude, longitude) values ('77', 0, 0) on conflict do nothing`,
    );
    const report = await run('--station', '77', file('i.jsonl', lineOf(1)));
    expect(report.text).toContain('station 77 has the receiver CS-TEST-ACARS');
    const names = await held.db.query('select receiver_name from station_receiver_names');
    expect(names).toEqual([{ receiver_name: 'CS-TEST-ACARS' }]);
  });
});

test('lines are found wherever the pieces of the file are cut, characters of several bytes included', async () => {
  const bytes = Buffer.from('ä✈😀\r\nb\n\nlonglonglong\nend');
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const found: Line[] = [];
    for await (const line of splitLines(toAsync(pieces), 6)) found.push(line);
    expect(found).toEqual([
      { number: 1, text: 'ä✈😀' },
      { number: 2, text: 'b' },
      { number: 3, text: '' },
      { number: 4, text: null },
      { number: 5, text: 'end' },
    ]);
  }
});
async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}
