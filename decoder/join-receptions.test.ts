import { expect, test } from 'vitest';
import { joinReceptions, type Received } from './join-receptions.ts';

const reception = (id: string, fields: Partial<Received>): Received => ({
  ...{ id, acarsDateTime: '2026-11-22T10:00:00Z', stationId: `RX-${id}`, tail: 'N1', label: 'H1' },
  ...{ msgno: 'D12A', blockId: '1', text: null, aggregatedText: null },
  ...fields,
});
const joined = (...receptions: readonly Received[]) =>
  joinReceptions(receptions).map(({ newest, receivers }) => [newest.id, receivers.size]);

test('receptions of one message within 60 s are one, in any case of the receiver', () => {
  expect(
    joined(
      reception('a', {}),
      reception('b', {}),
      reception('c', { stationId: 'rx-a' }),
      reception('d', { blockId: '2' }),
    ),
  ).toEqual([
    ['a', 2],
    ['d', 1],
  ]);
  expect(joined(reception('a', {}), reception('b', { acarsDateTime: '2026-11-22T09:58:59Z' }))).toHaveLength(2);
});

test('blocks are one message once they are joined', () => {
  const whole = { aggregatedText: 'THE WHOLE TEXT' };
  expect(
    joined(
      reception('a', { msgno: 'D12B', blockId: '2', ...whole }),
      reception('b', whole),
      reception('c', { msgno: 'D13A', ...whole }),
    ),
  ).toEqual([
    ['a', 2],
    ['c', 1],
  ]);
});

test('an uplink has no number: its letter and text name it', () => {
  const uplink = { msgno: null, blockId: 'D', text: 'CLEARED' };
  expect(
    joined(
      reception('a', uplink),
      reception('b', uplink),
      reception('c', { ...uplink, text: 'OTHER' }),
      reception('d', { ...uplink, blockId: 'E' }),
    ),
  ).toEqual([
    ['a', 2],
    ['c', 1],
    ['d', 1],
  ]);
});

test('a message without tail, or without number and text, is never joined', () => {
  expect(joined(reception('a', { tail: null }), reception('b', { tail: null }))).toHaveLength(2);
  expect(joined(reception('a', { msgno: null }), reception('b', { msgno: null }))).toHaveLength(2);
});
