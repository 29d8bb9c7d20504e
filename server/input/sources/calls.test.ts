import { expect, test } from 'vitest';
import { hostsOf } from './calls.ts';

const interfaces = {
  lo: [{ address: '127.0.0.1', family: 'IPv4', internal: true }],
  eth0: [
    { address: 'fe80::1', family: 'IPv6', internal: false },
    { address: '192.168.1.5', family: 'IPv4', internal: false },
  ],
} as const;
const config = (publicUrl: string | null, host: string) => ({ mail: { publicUrl }, host });

test('other machines find the server by PUBLIC_URL, else by its network; the app only if it listens there', () => {
  expect(hostsOf(config('https://downlink.example.org', '127.0.0.1'), interfaces)).toEqual({
    serverHost: 'downlink.example.org',
    appHost: 'downlink.example.org',
  });
  expect(hostsOf(config(null, '0.0.0.0'), interfaces)).toEqual({ serverHost: '192.168.1.5', appHost: '192.168.1.5' });
  expect(hostsOf(config(null, '127.0.0.1'), interfaces)).toEqual({ serverHost: '192.168.1.5', appHost: null });
  expect(hostsOf(config(null, '0.0.0.0'), { lo: interfaces.lo })).toEqual({ serverHost: null, appHost: null });
});
