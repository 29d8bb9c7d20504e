import { expect, test } from 'vitest';
import type { ServerStatus } from '../../contract/entities/server-status.ts';
import { hostForOthers } from './server-address.ts';
import { serverAttention, serverBadge } from './server-attention.ts';

const at = { now: 0, dataAt: 0, isNow: true };
const backup: ServerStatus['backup'] = {
  isRunning: false,
  lastAt: '2026-11-29T12:00:00Z',
  bytes: 1,
  files: 1,
  everyHours: 24,
  nextAt: '2026-11-30T12:00:00Z',
  failedAt: null,
  problem: null,
};
const source = { id: '1', address: 'beast://a:1', state: 'connected', connections: 1, error: null } as const;
const good = { conditions: [], backup, sources: [source] };

test('everything works only with a backup and a source that delivers', () => {
  expect(serverBadge(good, at)).toEqual({ badge: 'live', word: 'Everything works' });
  expect(serverBadge({ ...good, sources: [{ ...source, state: 'waiting' }] }, at).word).toBe('No source connected');
  expect(serverBadge({ ...good, backup: null }, at)).toEqual({ badge: 'warn', word: '1 needs attention' });
  expect(serverAttention(good, at)).toEqual([]);
});

test('conditions first, then failed sources with their reason, then the backup; a late backup is listed once', () => {
  const late = { ...backup, problem: 'The last backup is late.' };
  const condition = { name: 'backup', since: '2026-11-29T12:00:00Z', message: 'The last backup is late.' };
  const failed = { ...source, state: 'failed', error: 'connection refused.' } as const;
  const found = serverAttention({ conditions: [condition], backup: late, sources: [source, failed] }, at);
  expect(found.map(({ title, text }) => `${title} ${text}`)).toEqual([
    'The last backup is late. ',
    '1 source does not deliver. beast://a:1: Connection refused.',
  ]);
});

test('a line for other machines never contains the name by which a machine calls itself', () => {
  expect(hostForOthers('downlink.example.org', '192.168.1.5')).toBe('downlink.example.org');
  for (const own of ['localhost', '127.0.0.1', '[::1]']) expect(hostForOthers(own, '192.168.1.5')).toBe('192.168.1.5');
  expect(hostForOthers('localhost', null)).toBe('server-address');
});
