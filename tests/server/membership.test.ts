import { expect, test } from 'vitest';
import { Membership, type Post } from '../../server/servers/membership.ts';
import { databaseForFile } from './fresh-database.ts';

const database = databaseForFile();
const log = { info: () => {}, warn: () => {} };
const member = (name: string): Membership =>
  new Membership({ name, roles: new Set(), version: '1', secret: 'x'.repeat(40), startedAtMs: 0 });
const post = (name: Post['name']): Post => ({ name, start: () => () => {} });

test('C140: each server reports within seconds that no server reads receivers, until one does', async () => {
  const [web, ingest] = [member('web'), member('ingest')];
  const place = { url: database.url };
  try {
    await web.start(place, [post('leader')], log);
    await expect.poll(() => web.isEmpty('receivers')).toBe(true);
    expect(web.isEmpty('leader')).toBe(false);
    await ingest.start(place, [post('receivers')], log);
    expect(ingest.isEmpty('receivers')).toBe(false);
    await expect.poll(() => web.isEmpty('receivers')).toBe(false);
  } finally {
    await ingest.stop();
    await web.stop();
  }
});
