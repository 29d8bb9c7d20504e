/** Pages of messages in place of receptions: each message once, with all its receptions, by the rule of decoder/join-receptions.ts. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { api } from '../../contract/api.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { joinReceptions } from '../../decoder/join-receptions.ts';
import { acarsList } from '../../server/messages/acars-columns.ts';
import { countKinds } from '../../server/messages/kind-counts.ts';
import type { MessageRequest } from '../../server/messages/message-page.ts';
import { storeAcars } from '../../server/messages/store-acars.ts';
import { acarsPage } from './acars-page.ts';
import { databaseForFile, emptyMessages, messageAt } from './fresh-database.ts';

const { filters } = api.acarsMessage.allUsers.list;
const fixture = databaseForFile();
const start = Math.floor(Date.now() / 1000) * 1000 - 600_000;
beforeEach(() => emptyMessages(fixture.db));

type Stored = AcarsMessage & { readonly id: string };
async function page(query: MessageRequest['query']) {
  const found = await acarsPage(fixture.db, { filters, query: { joined: true, ...query }, company: null });
  return { count: found.count, rows: JSON.parse(found.rowsJson) as Stored[] };
}
/** Message `number`, as a station received it `lateMs` after the first. */
const reception = (number: number, stationId: string, lateMs: number) => ({
  row: messageAt(start + number * 1000 + lateMs, {
    ...{ tail: 'D-AIPA', label: 'H1', msgno: `M${String(number).padStart(2, '0')}A`, blockId: '3' },
    ...{ text: `TEXT ${number}`, stationId },
  }),
});

test('a message received by three stations is one on its page, also if others came in between; pages do not overlap; the count is of messages; a station filter joins what it leaves', async () => {
  await storeAcars(
    fixture.db,
    [0, 1, 2, 3, 4].flatMap((number) =>
      ['A', 'B', 'C'].slice(0, number === 4 ? 1 : 3).map((station, at) => reception(number, station, at * 1500)),
    ),
  );
  const pages = await Promise.all([0, 2, 4].map((offset) => page({ offset, limit: 2 })));
  expect(pages.map(({ count }) => count)).toEqual([5, 5, 5]);
  const numbers = pages.map(({ rows }) => joinReceptions(rows).map(({ newest }) => newest.msgno));
  // Newest reception first: M03 was heard until 6 s, M04 at 4 s, M02 until 5 s.
  expect(numbers).toEqual([['M03A', 'M02A'], ['M04A', 'M01A'], ['M00A']]);
  expect(pages.flatMap(({ rows }) => rows).length).toBe(13);
  expect(await page({ offset: 6, limit: 2 })).toEqual({ count: 5, rows: [] });
  expect(await page({ stationId: 'B', offset: 0, limit: 10 })).toMatchObject({ count: 4 });
  const plain = await acarsPage(fixture.db, { filters, query: { offset: 0, limit: 2 }, company: null });
  expect(plain.count).toBe(13);
  const kinds = await countKinds(fixture.db, acarsList, { filters, query: { joined: true }, company: null });
  const { notDecoded, waiting, counts } = kinds;
  expect(notDecoded + waiting + Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(5);
});

test('the server joins what the app joins', async () => {
  const some = fc.record({
    ...{ seconds: fc.integer({ min: 0, max: 400 }), stationId: fc.constantFrom('A', 'b', 'B') },
    ...{ tail: fc.constantFrom('D-AIPA', 'OE-LZQ', null), label: fc.constantFrom('H1', 'SA') },
    ...{ msgno: fc.constantFrom('M01A', 'M02A', null), blockId: fc.constantFrom('1', null) },
    text: fc.constantFrom('ONE', 'TWO', null),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(some, { maxLength: 40 }), async (receptions) => {
      await emptyMessages(fixture.db);
      await storeAcars(
        fixture.db,
        receptions.map(({ seconds, ...fields }) => ({ row: messageAt(start + seconds * 1000, fields) })),
      );
      const { rows, count } = await page({});
      const messages = joinReceptions(rows);
      expect(count).toBe(messages.length);
      const first = await page({ offset: 1, limit: 3 });
      expect(joinReceptions(first.rows).map(({ receptions }) => receptions.map(({ id }) => id))).toEqual(
        messages.slice(1, 4).map((one) => one.receptions.map(({ id }) => id)),
      );
    }),
    { numRuns: 25 },
  );
});
