/** Recipes of CONTRIBUTING, followed with fields and a list that do not exist. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { Audience } from '../contract/audience.ts';
import { blankRow } from '../contract/blank-row.ts';
import { list as endpointOf } from '../contract/endpoint.ts';
import { acars, acarsGroups } from '../contract/entities/acars.ts';
import { entityOf, fields, filtersOf } from '../contract/fields.ts';
import { filterParams, range } from '../contract/filters.ts';
import { numberOrNull, rowSchema, tolerantRow } from '../contract/kinds.ts';
import { fieldsSql } from '../server/messages/message-page.ts';
import { sqlColumns } from '../server/query/columns.ts';
import { filterSql, Values } from '../server/query/filter-sql.ts';
import type { RouteRow } from '../src/app/route-table.ts';
import { rowTest } from '../src/data/offline/filter-rows.ts';
import { fieldText } from '../src/list/cells.ts';
import { defineList } from '../src/list/define-list.ts';
import { sheetOf } from '../src/list/export/sheet.ts';
import { chipsOf, filterFields } from '../src/list/filter/filter-fields.ts';
import { columnsOf, labelsOf } from '../src/list/list-fields.ts';
import { acarsCard } from '../src/screens/acars/acars-columns.ts';
import { testLimitMs } from './support/limits.ts';
import { sources } from './support/repository.ts';

// The recipe "A column with a filter": this line, and its place in the groups.
const withIcing = fields({
  ...acars,
  icingLevel: { kind: numberOrNull, label: 'Icing Level', unit: 'g/m³', filter: range('icingLevel') },
});
const groups = [...acarsGroups, { name: 'Weather', fields: ['icingLevel'] }] as const;

const entity = entityOf(withIcing);
const filters = filtersOf(withIcing);
const endpoint = endpointOf(
  'ADD-example',
  '/example',
  { rows: 'rows', count: 'count', entity, filters },
  { query: filterParams(filters), summary: 'Example', stored: { title: 'Example', screen: '/example' } },
);
const list = defineList({
  name: 'example',
  noun: ['message', 'messages'],
  endpoint,
  window: null,
  columns: columnsOf(withIcing),
  filters: labelsOf(withIcing, groups, filters),
  paging: { sizes: [10], all: 'after-search' },
  export: { fileName: 'Example', without: [] },
  messages: { empty: '', failed: '', incompleteDate: '' },
  card: acarsCard,
});

test('a field declared in one line is transferred, filtered, shown, exported and stored', () => {
  expect(Object.keys(endpoint.query)).toEqual(expect.arrayContaining(['icingLevelMin', 'icingLevelMax']));
  expect(blankRow(entity).icingLevel).toBeNull();
  const row = tolerantRow(entity, { acarsDateTime: '2026-02-01T23:58:00Z', icingLevel: 0.4 });
  expect(rowSchema(entity).safeParse(row).error).toBeUndefined();

  expect(list.columns.at(-1)).toEqual({ key: 'icingLevel', header: 'Icing Level', unit: 'g/m³' });
  expect(fieldText(list, 'icingLevel', row)).toBe('0.4');
  expect(sheetOf(list).columns.at(-1)).toMatchObject({ header: 'Icing Level', kind: 'number' });
  expect(filterFields(list).at(-1)).toMatchObject({ label: 'Icing Level', group: 'Weather', unit: 'g/m³' });
  expect(chipsOf(list, { icingLevelMin: '0.2' }).map((chip) => chip.text)).toEqual(['0.2 g/m³ or more']);

  const columns = sqlColumns(entity, {});
  const values = new Values();
  expect(columns.icingLevel).toEqual({ name: 'icing_level', type: 'number' });
  expect(fieldsSql(columns)).toContain('icing_level as "icingLevel"');
  expect(filterSql(filters, columns, { icingLevelMin: 0.2 }, values)).toEqual(['icing_level >= $1::float8']);
  const isMatch = rowTest(filters, { icingLevelMin: '0.2' });
  expect([isMatch(row), isMatch(blankRow(entity))]).toEqual([true, false]);
});

/** Step by step: a line that the recipe adds or changes. */
type Step = { readonly file: string; readonly before: string; readonly after: string };
const noiseLevel: readonly Step[] = [
  {
    file: 'contract/entities/acars.ts',
    before: "  error: { kind: numberOrNull, label: 'Error',",
    after: `  noiseLevel: { kind: numberOrNull, label: 'Noise Level', unit: 'dB', filter: range('noiseLevel', { signed: true }) },
  error: { kind: numberOrNull, label: 'Error',`,
  },
  { file: 'contract/entities/acars.ts', before: "'level', 'error'] },", after: "'level', 'noiseLevel', 'error'] }," },
  {
    file: 'server/database/migrations/9999-noise-level.sql',
    before: '',
    after:
      'alter table acars add column noise_level double precision; alter table acars_archive add column noise_level double precision;',
  },
  {
    file: 'server/input/receive/libacars-json.ts',
    before: '  row.level = decibels(frame.sig_level);',
    after: '  row.level = decibels(frame.sig_level);\n  row.noiseLevel = decibels(frame.noise_level);',
  },
];

test(
  'a column that one receiver sends is four lines in three files: no other reader, demo or bench needs one',
  () => {
    const place = mkdtempSync(join(tmpdir(), 'downlink-recipe-'));
    const root = new URL('..', import.meta.url).pathname;
    const own = ['contract', 'reference-data', 'decoder', 'server', 'tools/bench/rows.ts'];
    // Types of packages are read where they are.
    const linked = ['node_modules', 'tsconfig.base.json'];
    try {
      for (const path of own) cpSync(join(root, path), join(place, path), { recursive: true });
      for (const path of linked) symlinkSync(join(root, path), join(place, path));
      for (const { file, before, after } of noiseLevel) {
        const text = before === '' ? '' : readFileSync(join(place, file), 'utf8');
        expect(text.split(before)).toHaveLength(before === '' ? 0 : 2);
        writeFileSync(join(place, file), text.replace(before, after));
      }
      expect(new Set(noiseLevel.map(({ file }) => file)).size).toBe(3);
      expect(noiseLevel).toHaveLength(4);

      const output = { composite: false, emitDeclarationOnly: false, noEmit: true };
      const compilerOptions = { ...output, types: ['node'], lib: ['ES2023', 'DOM', 'DOM.Iterable'] };
      const config = {
        extends: './tsconfig.base.json',
        compilerOptions,
        include: own.filter((path) => path !== 'reference-data'),
      };
      writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config));
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', place, '--singleThreaded']);
      expect(`${stdout}${stderr}`).toBe('');
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  },
  testLimitMs,
);

// The recipe "A list": a definition, and this row.
const row: RouteRow = {
  path: '/example',
  title: 'Example',
  audiences: ['parser'],
  list: async () => ({ default: list }),
};

/** Modules of the app that read the route table with this row in it. */
async function appWithRow() {
  vi.resetModules();
  vi.doMock('../src/app/route-table.ts', async (original) => {
    const real = await original<typeof import('../src/app/route-table.ts')>();
    return { ...real, routeTable: { ...real.routeTable, example: row } };
  });
  vi.doMock('../src/list/ListScreen.tsx', () => ({ ListScreen: () => null }));
  // It needs a document.
  vi.doMock('../src/app/Frame.tsx', () => ({ Frame: null, ScreenFailed: null }));
  const { outcomeOf, rowOfPath } = await import('../src/app/route-guard.ts');
  const { noSources, sectionsFor } = await import('../src/app/go-to.ts');
  const { loadScreen } = await import('../src/app/routes.tsx');
  const found = (audience: Audience, typed: string) =>
    sectionsFor(audience, typed, noSources).flatMap(({ rows }) =>
      rows.map(({ label, open }) => ({ label, to: open.to })),
    );
  return { outcomeOf, rowOfPath, found, loadScreen };
}
afterEach(() => {
  vi.doUnmock('../src/app/route-table.ts');
  vi.doUnmock('../src/list/ListScreen.tsx');
  vi.doUnmock('../src/app/Frame.tsx');
  vi.resetModules();
});

test('a list declared in a definition and a row has an address, a guard, a screen, and an entry in the go-to field', async () => {
  const { outcomeOf, rowOfPath, found, loadScreen } = await appWithRow();
  expect(outcomeOf('/example?page=2', { audience: 'parser', hasAcceptedTerms: true })).toEqual({ kind: 'show', row });
  expect(outcomeOf('/example', { audience: 'customer', hasAcceptedTerms: true }).kind).toBe('text');
  expect(rowOfPath('/Example')).toBe(row);
  expect(list.title).toBe(row.title);
  expect(found('parser', 'example')[0]).toEqual({ label: 'Example', to: '/example' });
  expect(found('customer', 'example').filter(({ to }) => to === '/example')).toEqual([]);

  const { default: Screen } = await loadScreen(row);
  const { ListScreen } = await import('../src/list/ListScreen.tsx');
  expect((Screen as () => unknown)()).toMatchObject({ type: ListScreen, props: { list } });
});

test('no table needs a line for each route, and a definition is loaded only by its row', () => {
  const whole = /(?<!Partial<)Record<\s*(RouteName|RoutePath|ListName)\b/;
  const files = sources(/^(contract|src|sw|server|tests|tools)\/.*\.tsx?$/);
  expect(files.filter(({ text }) => whole.test(text)).map(({ file }) => file)).toEqual([]);
  const lists = files.map(({ file }) => file).filter((file) => file.endsWith('.list.ts'));
  const isWithin = (file: string): boolean => file.startsWith('src/screens/statistics/');
  for (const name of lists.filter((file) => !isWithin(file)).map((file) => file.slice(file.lastIndexOf('/') + 1)))
    expect(
      files
        .filter(({ file, text }) => /^src\/(?!.*\.test\.)/.test(file) && text.includes(`/${name}'`))
        .map(({ file }) => file),
      name,
    ).toEqual(['src/app/route-table.ts']);
});
