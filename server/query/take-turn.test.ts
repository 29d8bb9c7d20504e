import pLimit from 'p-limit';
import { expect, test, vi } from 'vitest';
import { Turns, TurnTooLate, takeTurn } from './take-turn.ts';

test('a caller that leaves the queue, or waits too long, takes no turn', async () => {
  const queue = pLimit(1);
  const staying = { signal: new AbortController().signal, waitMs: 60_000 };
  const end = await takeTurn(queue, staying);
  const leaving = new AbortController();
  const left = takeTurn(queue, { ...staying, signal: leaving.signal });
  const late = takeTurn(queue, { ...staying, waitMs: 1 });
  const last = takeTurn(queue, staying);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(late).rejects.toThrow(TurnTooLate);
  end();
  (await last)();
  (await takeTurn(queue, staying))();
});

test('a caller is refused at once when the last turns show that it would wait too long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const turns = new Turns(2);
    const first = await turns.take({ waitMs: 60_000 });
    const second = await turns.take({ waitMs: 60_000 });
    vi.advanceTimersByTime(40_000);
    first();
    const third = await turns.take({ waitMs: 60_000 });
    // Two turns run for 40 s each: the next two wait for one of them, those after them for two.
    const waiting = [turns.take({ waitMs: 60_000 }), turns.take({ waitMs: 60_000 })];
    expect([turns.pending, turns.expectedWaitMs]).toEqual([2, 80_000]);
    await expect(turns.take({ waitMs: 60_000 })).rejects.toThrow(TurnTooLate);
    expect(turns.pending).toBe(2);
    second();
    third();
    for (const end of await Promise.all(waiting)) end();
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns.expectedWaitMs).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
