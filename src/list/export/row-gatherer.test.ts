import { expect, test } from 'vitest';
import { rowGatherer } from './row-gatherer.ts';

const plan = { rows: 'messages', count: 'messagesCount', mostRows: 5 };
const answer = (ids: readonly number[], count = 100): string =>
  JSON.stringify({ messages: ids.map((id) => ({ id: String(id), text: `m${id}` })), messagesCount: count });
const idsOf = (rows: readonly Readonly<Record<string, unknown>>[] | undefined) => rows?.map((row) => row.id);

test('a row that comes in two answers is handed out once; answers say how many came', () => {
  const gatherer = rowGatherer(plan);
  expect(idsOf(gatherer.fromText(answer([1, 2, 3]))?.fresh)).toEqual(['1', '2', '3']);
  const second = gatherer.fromText(answer([3, 4]));
  expect(idsOf(second?.fresh)).toEqual(['4']);
  expect([second?.received, second?.count, gatherer.taken]).toEqual([2, 100, 4]);
});

test('rows without an id are told apart by what they hold', () => {
  const rows = [{ text: 'a' }, { text: 'b' }, { text: 'a' }];
  expect(rowGatherer(plan).fromRows(rows).fresh).toEqual([{ text: 'a' }, { text: 'b' }]);
});

test('C78: no more rows than the workbook takes', () => {
  const gatherer = rowGatherer(plan);
  expect(idsOf(gatherer.fromText(answer([1, 2, 3, 4, 5, 6, 7]))?.fresh)).toEqual(['1', '2', '3', '4', '5']);
  expect(gatherer.fromText(answer([8]))?.fresh).toEqual([]);
});

test('what is no answer of the list is none; what is no row is left out', () => {
  const gatherer = rowGatherer(plan);
  for (const text of ['', '<html>', 'null', '[]', '{"other":[]}', '{"messages":3}'])
    expect(gatherer.fromText(text)).toBeNull();
  const odd = gatherer.fromText('{"messages":[null,1,"x",{"id":"1"}],"messagesCount":"many"}');
  expect([odd?.received, odd?.count, odd?.fresh]).toEqual([4, 4, [{ id: '1' }]]);
});
