import Fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { addErrorResponses, OutageLog } from './errors.ts';

test('an outage is one entry, then one a minute with the number of requests refused since', () => {
  const entries: object[] = [];
  const log = { error: (entry: object) => entries.push(entry) } as unknown as Parameters<OutageLog['refuse']>[0];
  const outages = new OutageLog();
  const away = new Error('connect ECONNREFUSED');
  for (let s = 0; s <= 60; s++) outages.refuse(log, `r${s}`, away, s * 1000);
  expect(entries).toEqual([
    { requestId: 'r0', refused: 1, reason: 'connect ECONNREFUSED' },
    { requestId: 'r60', refused: 60, reason: 'connect ECONNREFUSED' },
  ]);
});

test.each(['40P01', '40001'])(
  'a change that the database ended for another one (%s) may be repeated',
  async (state) => {
    const app = Fastify();
    addErrorResponses(app);
    app.put('/', async () => {
      throw Object.assign(new pg.DatabaseError('ended', 0, 'error'), { code: state });
    });
    const response = await app.inject({ method: 'PUT', url: '/' });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    expect(response.json()).toMatchObject({ message: 'The server is too busy. Repeat the request shortly.' });
    await app.close();
  },
);
