/** Recipes of CONTRIBUTING, followed with a field and a list that do not exist. */
import { afterEach, expect, test, vi } from 'vitest';
import type { Audience } from '../contract/audience.ts';
import { list as endpointOf } from '../contract/endpoint.ts';
import { acars, acarsGroups } from '../contract/entities/acars.ts';
import { entityOf, fields, filtersOf } from '../contract/fields.ts';
import { filterParams, range } from '../contract/filters.ts';
import { blankRow, numberOrNull, rowSchema, tolerantRow } from '../contract/kinds.ts';
import { fieldsSql } from '../server/messages/message-page.ts';
import { sqlColumns } from '../server/query/columns.ts';
import { filterSql, Values } from '../server/query/filter-sql.ts';
import type { RouteRow } from '../src/app/route-table.ts';
import { fieldText } from '../src/list/cells.ts';
import { defineList } from '../src/list/define-list.ts';
import { sheetOf } from '../src/list/export/sheet.ts';
import { chipsOf, filterFields } from '../src/list/filter-fields.ts';
import { columnsOf, labelsOf } from '../src/list/list-fields.ts';
import { rowTest } from '../src/offline/filter-rows.ts';
import { acarsCard } from '../src/screens/acars/acars-columns.ts';
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
  const { outcomeOf } = await import('../src/app/route-guard.ts');
  const { rowOfPath } = await import('../src/app/row-of-path.ts');
  const { noSources, sectionsFor } = await import('../src/app/go-to.ts');
  const { loadScreen } = await import('../src/app/load-screen.tsx');
  const found = (audience: Audience, typed: string) =>
    sectionsFor(audience, typed, noSources).flatMap(({ rows }) =>
      rows.map(({ label, open }) => ({ label, to: open.to })),
    );
  return { outcomeOf, rowOfPath, found, loadScreen };
}
afterEach(() => {
  vi.doUnmock('../src/app/route-table.ts');
  vi.doUnmock('../src/list/ListScreen.tsx');
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
