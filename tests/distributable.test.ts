/** Migrations and server SQL allow Citus to distribute the tables of messages (decision 3). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copiedTables, shareText, spreadOf } from '../server/ops/distribution.ts';
import { root } from './support/repository.ts';

const distributed = ['acars', 'adsb', 'reception'];
const names = distributed.join('|');
const migrations = 'server/database/migrations';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = (folder: string, suffix: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(suffix) && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);

/** Template literals that contain a select, with their nesting: a template inside an expression is part of the outer one. */
const statementsOf = (source: string): string[] => source.match(/`[^`]*\bselect\b[^`]*`/gi) ?? [];
const readsMessages = (sql: string): boolean =>
  new RegExp(`\\b(?:from|join)\\s+(?:${names}|\\$\\{(?:list\\.table\\.|table\\.)?(?:name|table)\\})\\b`).test(sql);

/** In parentheses after each `lateral`. */
function lateralsOf(sql: string): string[] {
  return [...sql.matchAll(/\blateral\s*\(/g)].map(({ index, 0: text }) => {
    let depth = 1;
    let at = index + text.length;
    for (; depth > 0 && at < sql.length; at++) depth += sql[at] === '(' ? 1 : sql[at] === ')' ? -1 : 0;
    return sql.slice(index + text.length, at - 1);
  });
}

describe('SQL of the server', () => {
  const offending = files('server', '.ts').filter((file) =>
    statementsOf(read(file)).some((sql) =>
      lateralsOf(sql).some((part) => /\blimit\b/.test(part) && (readsMessages(part) || /from \$\{name\}/.test(part))),
    ),
  );

  test('no limit next to a table of messages inside a lateral join', () => {
    expect(offending).toEqual([]);
  });
  test('rows that become JSON are ordered at the outermost level', () => {
    const within = files('server', '.ts').filter((file) =>
      statementsOf(read(file)).some((sql) =>
        /select row_to_json\(r\)::text as json from \([^`]*order by[^`]*\) r`/.test(sql),
      ),
    );
    expect(within).toEqual([]);
  });
});

describe('migrations', () => {
  /** The last definition of each function. */
  const functions = new Map<string, string>();
  for (const file of files(migrations, '.sql').sort())
    for (const part of read(file).split(/^(?=create )/m)) {
      const [, name] = /^create (?:or replace )?function (\w+)\(/.exec(part) ?? [];
      if (name) functions.set(name, part);
    }
  const ofSql = [...functions].filter(([, text]) => /language sql\b/.test(text)).map(([name]) => name);

  test('the functions are found', () => {
    expect(ofSql).toContain('station_place_at');
    expect(functions.get('recount_receptions')).toContain('heard_positions');
  });
  test('no statement over messages calls an SQL function that reads tables', () => {
    const reading = ofSql.filter((name) => /\bfrom\b/.test(functions.get(name)?.split('$$')[1] ?? ''));
    for (const [name, text] of functions) {
      const statements = text
        .split(';')
        .filter((statement) => new RegExp(`\\b(?:from|join)\\s+(?:${names})\\b`).test(statement));
      const called = statements.flatMap((statement) =>
        reading.filter((one) => new RegExp(`\\b${one}\\(`).test(statement)),
      );
      expect(called, name).toEqual([]);
    }
  });
  test('no select without a table next to messages calls a function that depends on settings', () => {
    for (const [name, text] of functions) {
      const beside = text.split(';').filter((statement) => new RegExp(`\\bfrom (?:${names})\\b`).test(statement));
      const withoutTable = beside.flatMap(lateralsOf).filter((part) => !/\bfrom (?!received_at)\w/.test(part));
      for (const part of withoutTable) expect(part, name).not.toMatch(/\b(?:extract|to_char|date_trunc|row_to_json)\(/);
    }
  });
  test('no statement reads transition rows of a trigger together with a table that is copied to every node', () => {
    const copied = copiedTables.join('|');
    const statements = [...functions.values()].flatMap((text) => text.split(/;|\bthen\b/));
    const ofTriggers = statements.filter((statement) => /\bfrom (?:after|before)\b/.test(statement));
    expect(ofTriggers.length).toBeGreaterThan(3);
    for (const statement of ofTriggers) expect(statement).not.toMatch(new RegExp(`\\bfrom (?:${copied})\\b`));
  });
  test('no trigger and no foreign key on tables of messages', () => {
    for (const file of files(migrations, '.sql')) {
      expect(read(file), file).not.toMatch(/create trigger \w+ (?:before|after|instead of)[^;]* on (?:acars|adsb)\b/);
      expect(read(file), file).not.toMatch(/references (?:acars|adsb)\b/);
    }
  });
  test('unique indexes of messages contain the receiver', () => {
    const unique = files(migrations, '.sql').flatMap(
      (file) => read(file).match(/create unique index[^;]* on (?:acars|adsb) \([^;]*/g) ?? [],
    );
    for (const index of unique) expect(index).toContain('station_id');
    const first = files(migrations, '.sql').sort().map(read).join('\n');
    for (const table of ['acars', 'adsb']) {
      const [, columns = ''] = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\) partition by`).exec(first) ?? [];
      expect(columns, table).toMatch(/primary key \(station_id\b/);
    }
  });
});

describe('spread over shards', () => {
  const rows = (receiver: string, count: number, hash: number) => ({ receiver, rows: count, hash });

  test('shards are equal parts of the range of the hash', () => {
    const all = [rows('a', 5, -(2 ** 31)), rows('b', 7, -1), rows('c', 1, 0), rows('d', 2, 2 ** 31 - 1)];
    expect(spreadOf(all, 4)).toEqual({ total: 15, shards: [5, 7, 1, 2], busiest: all[1] });
    expect(spreadOf([], 2)).toEqual({ total: 0, shards: [0, 0], busiest: null });
  });
  test('shares have one decimal, also without rows', () => {
    expect([shareText(1, 3), shareText(1, 1), shareText(0, 0)]).toEqual(['33.3 %', '100 %', '0 %']);
  });
});
