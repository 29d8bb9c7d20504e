/** Each field of a list's response has a column, each filter an input with a label. The compiler checks the rest of the recipe. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rowEntity } from '../contract/endpoint.ts';
import { type RouteRow, routeTable } from '../src/app/route-table.ts';
import { columnWidth, type ListDefinition } from '../src/list/define-list.ts';
import { filterFields, paramNamesOf } from '../src/list/filter/filter-fields.ts';
import { stateNames } from '../src/list/state/list-address.ts';
import { root, sources } from './support/repository.ts';

const modules = await Promise.all(
  sources(/^src\/screens\/.*\.list\.ts$/).map(
    ({ file }) => import(pathToFileURL(join(root, file)).href) as Promise<Record<string, unknown>>,
  ),
);
const lists = modules
  .flatMap((module) => Object.values(module))
  .filter((one): one is ListDefinition => typeof one === 'object' && one !== null && 'columns' in one);

test('there is at least one list', () => {
  expect(lists.map((list) => list.name)).toEqual(expect.arrayContaining(['akrx', 'akrxAll']));
});

describe.each(lists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const fields = Object.keys(list.endpoint.list.entity);
  test('each field of its rows has one column with a unique header', () => {
    expect(list.columns.map((column) => column.key).sort()).toEqual(
      fields.filter((field) => !list.without?.includes(field)).sort(),
    );
    expect(new Set(list.columns.map((column) => column.header)).size).toBe(list.columns.length);
    for (const { key, width = columnWidth.usual } of list.columns) {
      expect(width, key).toBeGreaterThanOrEqual(columnWidth.least);
      expect(width, key).toBeLessThanOrEqual(columnWidth.max);
    }
  });
  test('C79: headers and labels are words, not wire names', () => {
    const words = [...list.columns.map(({ header }) => header), ...filterFields(list).map(({ label }) => label)];
    expect(words.filter((text) => !/^[A-Z]/.test(text) || /[a-z][A-Z]/.test(text))).toEqual([]);
  });
  test('each filter parameter is in one line of the panel, in a group, and is not a parameter of the list itself', () => {
    const declared = list.endpoint.list.filters.flatMap((filter) => filter.params.map((param) => param.name));
    const shown = filterFields(list);
    expect(shown.flatMap(paramNamesOf).sort()).toEqual([...declared].sort());
    for (const field of shown) expect(field.label && field.group, field.id).toBeTruthy();
    expect(declared.filter((name) => (stateNames as readonly string[]).includes(name))).toEqual([]);
  });
  test('C119: its row in the route table and its stored rows have its path and title', async () => {
    const path = list.within?.path ?? `/${list.name}`;
    const row = Object.values<RouteRow>(routeTable).find((one) => one.path === path);
    if (!list.within) {
      expect(row?.title).toBe(list.title);
      expect(row && 'list' in row && (await row.list()).default).toBe(list);
    }
    // Rows of several objects have no screen that shows all of them.
    expect(list.endpoint.stored).toMatchObject({ title: list.title, ...(list.of ? {} : { screen: path }) });
  });
  test('each filter uses a field of its rows; card and export use such fields', () => {
    const named = [
      ...list.endpoint.list.filters.map((filter) => filter.field),
      ...list.card.title,
      ...(list.card.time === null ? [] : [list.card.time]),
      ...(list.card.text === null ? [] : [list.card.text]),
      ...(list.card.otherText === undefined ? [] : [list.card.otherText]),
      ...list.card.facts,
      ...(list.card.otherFacts ?? []),
      ...(list.export?.without ?? []),
    ];
    const known = Object.keys(rowEntity(list.endpoint.list));
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
  test('if an expanded row has groups, each column is in one of them', () => {
    const grouped = list.groups?.flatMap((group) => group.fields);
    const keys = list.columns.map((column) => column.key);
    expect([...(grouped ?? keys)].sort()).toEqual([...keys].sort());
  });
});

test('PAGE-16 REF-10 C34: every number of a filter has a minimum of 0 except Ew Velocity and the plain numbers of airports', () => {
  const without = lists.flatMap((list) =>
    filterFields(list)
      .filter((field) => !field.hasMinimum)
      .map((field) => `${list.name} ${field.id}`),
  );
  expect(without.sort()).toEqual(
    [
      'adsb ewVelocity',
      'adsbCompany ewVelocity',
      'airports elevationFt',
      'airports latitudeDeg',
      'airports longitudeDeg',
    ].sort(),
  );
});
