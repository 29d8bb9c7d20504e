import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { UpstreamClient } from '../../server/upstream/fetch-upstream.ts';
import { isLinkLocal, isPrivate } from '../../server/upstream/private-address.ts';
import { type StandIn, startStandIn } from '../support/stand-in.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
  standIn.on('/', { body: 'here' });
});
afterAll(() => standIn.stop());
afterEach(() => void vi.restoreAllMocks());

/** The sentence of the refusal, or the response. */
async function ask(address: string, isOwners: boolean, configured = new URL(address).origin): Promise<string> {
  const door = new UpstreamClient([{ origin: configured, isOwners }], 'test', () => {});
  try {
    const { body } = await door.fetch({ url: new URL(address), timeoutMs: 30_000, maxBytes: 1000 });
    return body.toString();
  } catch (error) {
    return (error as Error).message;
  } finally {
    door.close();
  }
}

describe('the upstream module', () => {
  test('allows an origin that the owner configured, also in the own network', async () => {
    const { port } = new URL(standIn.url);
    expect(await ask(`${standIn.url}/x`, true)).toBe('here');
    expect(await ask(`http://localhost:${port}/x`, true)).toBe('here');
  });

  test('refuses an unconfigured origin, whatever the path', async () => {
    for (const address of [`${standIn.url}/x`, 'http://tiles.example/x', 'http://127.0.0.1:1/x'])
      expect(await ask(address, true, 'http://tiles.example:81')).toBe('this address is not configured.');
  });

  test('a name or number that resolves to the own network is refused unless configured by the owner', async () => {
    const { port } = new URL(standIn.url);
    standIn.requested.length = 0;
    for (const host of ['localhost', '127.0.0.1', '2130706433', '0x7f.1', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]'])
      expect(await ask(`http://${host}:${port}/x`, false), host).toMatch(/private address|cannot be reached/);
    expect(await ask(`http://127.1:${port}/x`, false)).toMatch(/private address/);
    expect(standIn.requested).toEqual([]);
  });

  test('addresses of the own network', () => {
    const own = [
      '10.1.2.3',
      '172.31.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '::1',
      'fe80::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '255.255.255.255',
      '192.88.99.1',
      '::7f00:1',
      'fec0::1',
      '100::1',
      '5f00::1',
      '3fff::1',
    ];
    expect(own.filter((address) => !isPrivate(address))).toEqual([]);
    expect(['1.1.1.1', '172.32.0.1', '151.101.1.1', '2606:4700::1111', '::ffff:1.1.1.1'].filter(isPrivate)).toEqual([]);
    expect(['169.254.169.254', 'fe80::1', '10.0.0.1'].filter(isLinkLocal)).toEqual(['169.254.169.254', 'fe80::1']);
  });

  test('a failing origin is logged once a pause, without the rest of its address', async () => {
    vi.spyOn(clock, 'now').mockReturnValue(clock.now());
    const reports: object[] = [];
    const door = new UpstreamClient([{ origin: standIn.url, isOwners: true }], 'test', (facts) => reports.push(facts));
    const url = new URL(`${standIn.url}/trouble?key=secret`);
    standIn.on('/trouble', { status: 500 });
    const one = () => door.fetch({ url, timeoutMs: 30_000, maxBytes: 1000 }).catch((error: Error) => error);
    await one();
    for (const error of [await one(), await one(), await one()])
      expect(error).toMatchObject({ trouble: 'unreachable', message: expect.not.stringContaining('secret') });
    expect(reports).toEqual([{ origin: standIn.url, trouble: 'unreachable', detail: 'status 500' }]);
    door.close();
  });

  test('closing it aborts running requests', async () => {
    const door = new UpstreamClient([{ origin: standIn.url, isOwners: true }], 'test', () => {});
    standIn.on('/slow', 'silence');
    const requested = standIn.requested.length;
    const response = door.fetch({ url: new URL(`${standIn.url}/slow`), timeoutMs: 60_000, maxBytes: 1000 });
    await expect.poll(() => standIn.requested.length, { timeout: 20_000 }).toBe(requested + 1);
    door.close();
    await expect(response).rejects.toThrow('cannot be reached');
  });
});
