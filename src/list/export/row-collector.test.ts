import { expect, test } from 'vitest';
import { rowCollector } from './row-collector.ts';

const plan = { rows: 'messages', count: 'messagesCount', maxRows: 5 };
const response = (ids: readonly number[], count = 100): string =>
  JSON.stringify({ messages: ids.map((id) => ({ id: String(id), text: `m${id}` })), messagesCount: count });
const idsOf = (rows: readonly Readonly<Record<string, unknown>>[] | undefined) => rows?.map((row) => row.id);

test('a row in two responses is passed on once; responses report their number of rows', () => {
  const collector = rowCollector(plan);
  expect(idsOf(collector.fromText(response([1, 2, 3]))?.fresh)).toEqual(['1', '2', '3']);
  const second = collector.fromText(response([3, 4]));
  expect(idsOf(second?.fresh)).toEqual(['4']);
  expect([second?.received, second?.count, collector.taken]).toEqual([2, 100, 4]);
});

test('rows without an id are distinguished by content', () => {
  const rows = [{ text: 'a' }, { text: 'b' }, { text: 'a' }];
  expect(rowCollector(plan).fromRows(rows).fresh).toEqual([{ text: 'a' }, { text: 'b' }]);
});

test('C78: the number of rows is limited by the workbook', () => {
  const collector = rowCollector(plan);
  expect(idsOf(collector.fromText(response([1, 2, 3, 4, 5, 6, 7]))?.fresh)).toEqual(['1', '2', '3', '4', '5']);
  expect(collector.fromText(response([8]))?.fresh).toEqual([]);
});

test('a response of another list is refused; invalid rows are skipped', () => {
  const collector = rowCollector(plan);
  for (const text of ['', '<html>', 'null', '[]', '{"other":[]}', '{"messages":3}'])
    expect(collector.fromText(text)).toBeNull();
  const odd = collector.fromText('{"messages":[null,1,"x",{"id":"1"}],"messagesCount":"many"}');
  expect([odd?.received, odd?.count, odd?.fresh]).toEqual([4, 4, [{ id: '1' }]]);
});
