import { afterEach, expect, test, vi } from 'vitest';
import { HttpError } from '../../http/api-error.ts';
import { readEach, storeInTurn } from './post-turns.ts';

afterEach(() => void vi.useRealTimers());

type Open = ReturnType<typeof transaction>;
/** A transaction that lasts until `end` is called. */
function transaction() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
}

const posted = (lines: number, all: readonly { readonly ended: Promise<void> }[], begun: number[]): Promise<number>[] =>
  all.map(({ ended }, at) =>
    storeInTurn(lines, async () => {
      begun.push(at);
      await ended;
      return at;
    }),
  );

test('large posts are stored one at a time, and small ones do not wait behind them', async () => {
  const [large, small] = [2, 3].map((count) => Array.from({ length: count }, transaction)) as [Open[], Open[]];
  const [begunLarge, begunSmall]: [number[], number[]] = [[], []];
  const posts = [...posted(101, large, begunLarge), ...posted(100, small, begunSmall)];
  await vi.waitFor(() => expect([begunLarge, begunSmall]).toEqual([[0], [0, 1]]));
  large[0]?.end();
  await vi.waitFor(() =>
    expect([begunLarge, begunSmall]).toEqual([
      [0, 1],
      [0, 1],
    ]),
  );
  for (const { end } of [...large, ...small]) end();
  expect(await Promise.all(posts)).toEqual([0, 1, 0, 1, 2]);
});

test('two small posts are stored at a time, the others in order of arrival; a failure ends its turn', async () => {
  const all = Array.from({ length: 4 }, transaction);
  const begun: number[] = [];
  const posts = all.map(({ ended }, at) =>
    storeInTurn(1, async () => {
      begun.push(at);
      await ended;
      if (at === 0) throw new Error('refused');
      return at;
    }),
  );
  await vi.waitFor(() => expect(begun).toEqual([0, 1]));
  all[0]?.end();
  await expect(posts[0]).rejects.toThrow('refused');
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]));
  for (const { end } of all) end();
  expect(await Promise.all(posts.slice(1))).toEqual([1, 2, 3]);
});

test('a post that waits too long is refused with 503, so that its sender repeats it', async () => {
  vi.useFakeTimers();
  const [one, other] = [transaction(), transaction()];
  const running = [storeInTurn(1, () => one.ended), storeInTurn(1, () => other.ended)];
  const late = storeInTurn(1, async () => 'stored').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await late).toMatchObject({ constructor: HttpError, status: 503 });
  one.end();
  other.end();
  await Promise.all(running);
});

test('each line is read once, in order', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => at);
  const read: number[] = [];
  await readEach(lines, (line) => read.push(line));
  expect(read).toEqual(lines);
});
