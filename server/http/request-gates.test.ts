import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { inProgress } from '../base/pieces.ts';
import { RunningRequests } from './request-gates.ts';

test('a GET counts until its response is complete, a POST does not: batches rest for the first only', async () => {
  const app = Fastify();
  new RunningRequests().watch(app);
  app.get('/', () => ({ count: inProgress.requests }));
  app.post('/', () => ({ count: inProgress.requests }));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const countOf = async (method: string): Promise<unknown> => (await fetch(url, { method })).json();
  try {
    await expect.poll(() => inProgress.requests).toBe(0);
    expect(await countOf('GET')).toEqual({ count: 1 });
    await expect.poll(() => inProgress.requests).toBe(0);
    expect(await countOf('POST')).toEqual({ count: 0 });
  } finally {
    await app.close();
  }
});
