import { afterEach, expect, test } from 'vitest';
import { clock } from '../base/clock.ts';
import { ResponseCache } from './response-cache.ts';

afterEach(() => {
  clock.offsetMs = 0;
});

test('a response is shared while fresh, replaces failed requests for a while, and is then removed', async () => {
  const responses = new ResponseCache<string>({ freshMs: 10_000, staleMs: 60_000, maxKeys: 10 });
  let requested = 0;
  const give = (text: string) => async () => {
    requested += 1;
    return text;
  };
  const fail = () => Promise.reject(new Error('away'));
  expect(await Promise.all([responses.get('a', give('1')), responses.get('a', give('2'))])).toEqual(['1', '1']);
  clock.offsetMs = 9000;
  expect(await responses.get('a', give('3'))).toBe('1');
  expect(requested).toBe(1);
  clock.offsetMs = 50_000;
  expect(await responses.get('a', fail)).toBe('1');
  clock.offsetMs = 61_000;
  await expect(responses.get('a', fail)).rejects.toThrow('away');
  expect(await responses.get('a', give('4'))).toBe('4');
});

test('a clock set back extends no response by the difference', async () => {
  const responses = new ResponseCache<string>({ freshMs: 10_000, staleMs: 60_000, maxKeys: 10 });
  clock.offsetMs = 3_600_000;
  await responses.get('a', async () => 'of a wrong clock');
  clock.offsetMs = 0;
  expect(await responses.get('a', async () => 'new')).toBe('new');
});

test('beyond the maximum the oldest keys are removed', async () => {
  const responses = new ResponseCache<number>({ freshMs: 10_000, staleMs: 0, maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) await responses.get(key, async () => 1);
  expect(await Promise.all(['c', 'b', 'a'].map((key) => responses.get(key, async () => 2)))).toEqual([1, 1, 2]);
});
