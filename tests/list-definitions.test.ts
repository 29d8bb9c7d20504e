/**
 * A half-made column or filter does not pass: each field that a list's answer brings has a column, each filter an input with words.
 * The compiler holds the rest of the recipe in CONTRIBUTING (labels of all filters, database columns of all fields).
 * Must not: look at how a list is drawn.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { columnWidth, type ListDefinition } from '../src/list/define-list.ts';
import { filterFields, paramNamesOf } from '../src/list/filter-words.ts';
import { stateNames } from '../src/list/list-state.ts';
import { nameOf } from '../src/screens/device/device-words.ts';
import { root, sources } from './support/repository.ts';

const modules = await Promise.all(
  sources(/^src\/screens\/.*\.list\.ts$/).map(
    ({ file }) => import(pathToFileURL(join(root, file)).href) as Promise<Record<string, unknown>>,
  ),
);
const lists = modules
  .flatMap((module) => Object.values(module))
  .filter((one): one is ListDefinition => typeof one === 'object' && one !== null && 'columns' in one);

test('there are lists', () => {
  expect(lists.map((list) => list.name)).toEqual(expect.arrayContaining(['akrx', 'akrxAll']));
});

describe.each(lists.map((list) => [list.name, list] as const))('%s', (_name, list) => {
  const fields = Object.keys(list.endpoint.list.entity);
  test('each field of its rows has one column with a header of its own', () => {
    expect(list.columns.map((column) => column.key).sort()).toEqual(
      fields.filter((field) => !list.without?.includes(field)).sort(),
    );
    expect(new Set(list.columns.map((column) => column.header)).size).toBe(list.columns.length);
    for (const { key, width = columnWidth.usual } of list.columns) {
      expect(width, key).toBeGreaterThanOrEqual(columnWidth.min);
      expect(width, key).toBeLessThanOrEqual(columnWidth.max);
    }
  });
  test('each parameter of its filters stands in one line of the panel, in a group, and is none of the machine’s names', () => {
    const declared = list.endpoint.list.filters.flatMap((filter) => filter.params.map((param) => param.name));
    const shown = filterFields(list);
    expect(shown.flatMap(paramNamesOf).sort()).toEqual([...declared].sort());
    for (const field of shown) expect(field.label && field.group, field.id).toBeTruthy();
    expect(declared.filter((name) => (stateNames as readonly string[]).includes(name))).toEqual([]);
  });
  test('C119: where what is stored is told, it has its own title', () => {
    expect(nameOf(list.endpoint.id).title).toBe(list.title);
  });
  test('each filter looks at a field of its rows; card and export name such fields', () => {
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
    expect(named.filter((name) => !fields.includes(name))).toEqual([]);
  });
  test('where an open row has groups, each column stands in one of them', () => {
    const grouped = list.groups?.flatMap((group) => group.fields);
    const keys = list.columns.map((column) => column.key);
    expect([...(grouped ?? keys)].sort()).toEqual([...keys].sort());
  });
});

test('PAGE-16 REF-10 C34: every number of a filter has a minimum of 0 but Ew Velocity and the plain numbers of airports', () => {
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
