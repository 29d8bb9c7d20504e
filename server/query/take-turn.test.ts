import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { TurnTooLate, takeTurn } from './take-turn.ts';

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
