import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { checkedLookup, connectTo, isRefusedAddress } from '../../server/base/outgoing-address.ts';
import { OutgoingPosts, UpstreamClient } from '../../server/outgoing/fetch-upstream.ts';
import { sources } from '../support/repository.ts';
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

  test('addresses of the own network, in every form of an address', () => {
    const own = [
      ...['10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '255.255.255.255'],
      ...[
        '127.1',
        '127.0.1',
        '2130706433',
        '0x7f000001',
        '0x7f.0.0.1',
        '0177.0.0.1',
        '017700000001',
        '[::1]',
        '[::ffff:127.0.0.1]',
      ],
      ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'fec0::1', '100::1', '5f00::1', '3fff::1', '192.88.99.1'],
      ...['::ffff:10.0.0.1', '::ffff:0:7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '::7f00:1', '2002:7f00:1::'],
      ...['2001:0:1:2:3:4:80ff:fffe', '2001:db8::5efe:127.0.0.1', '2606:4700::5efe:7f00:1'],
    ];
    expect(own.filter((address) => !isRefusedAddress(address, { isOwners: false }))).toEqual([]);
    const others = [
      '1.1.1.1',
      '172.32.0.1',
      '151.101.1.1',
      '2606:4700::1111',
      '::ffff:1.1.1.1',
      'localhost',
      'feed',
      'a.b',
    ];
    expect(others.filter((address) => isRefusedAddress(address, { isOwners: false }))).toEqual([]);
  });

  test('of the addresses that an owner sets, those of the metadata of a machine are refused in every form; the own network is allowed', () => {
    const refused = [
      ...['169.254.169.254', '169.254.1', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '0xa9.254.0xa9fe'],
      ...[
        'fe80::1',
        '[fe80::1]',
        '::ffff:169.254.169.254',
        '::ffff:a9fe:a9fe',
        '64:ff9b::a9fe:a9fe',
        '64:ff9b:1::a9fe:a9fe',
      ],
      ...[
        '::a9fe:a9fe',
        '2002:a9fe:a9fe::1',
        '2001:0:1:2:3:4:5601:5601',
        'fd00:ec2::254',
        'fd20:ce::254',
        '100.100.100.200',
      ],
    ];
    expect(refused.filter((address) => !isRefusedAddress(address, { isOwners: true }))).toEqual([]);
    const allowed = [
      '127.0.0.1',
      '::1',
      '10.0.0.1',
      '192.168.1.20',
      'fd00::20',
      '100.64.0.1',
      '64:ff9b::7f00:1',
      'host',
    ];
    expect(allowed.filter((address) => isRefusedAddress(address, { isOwners: true }))).toEqual([]);
  });

  test('a connection to a refused address is never opened: as a number, by name, by a lookup for datagrams', async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const errorOf = (host: string, isOwners: boolean): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTo({ host, port }, { isOwners });
        socket.once('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? ''));
        socket.once('close', () => resolve('closed'));
      });
    for (const host of ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '::ffff:127.0.0.1', 'localhost'])
      expect(await errorOf(host, false), host).toBe('ADDRESS_REFUSED');
    expect(connections).toBe(0);
    for (const host of ['127.0.0.1', 'localhost']) expect(await errorOf(host, true), host).toBe('closed');
    expect(connections).toBe(2);
    const found = (options: unknown) =>
      new Promise((resolve) =>
        checkedLookup({ isOwners: options !== 4 })('localhost', options as { family?: number }, (error, address) =>
          resolve(error ? (error as NodeJS.ErrnoException).code : address),
        ),
      );
    expect([await found(4), await found({ family: 4 })]).toEqual(['ADDRESS_REFUSED', '127.0.0.1']);
    listener.close();
  });

  test('every connection of the server is made with the check', () => {
    const openers =
      /import \{[^}]*\b(connect|createConnection|request|get|Agent)\b[^}]*\} from 'node:(net|tls|https?|http2)'|\bnew (Socket|TLSSocket)\(|(?<![.#]|async )\b(fetch|createSocket)\(/;
    const checked =
      /lookup: checkedLookup|^server\/(base\/outgoing-address|input\/receive\/listeners\/udp-thread)\.ts$/;
    const found = sources(/^server\/.*(?<!\.test)\.ts$/).filter(
      ({ file, text }) => openers.test(text) && !checked.test(text) && !checked.test(file),
    );
    expect(found.map(({ file }) => file)).toEqual([]);
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

  test('a post to an address that a user named uses one connection for several, and closes it unused', async () => {
    // A service that keeps its connections: node's own would close them after 5 s.
    const open = new Set<Socket>();
    let opened = 0;
    const receiver = createHttpServer((_request, response) => response.writeHead(201).end());
    receiver.keepAliveTimeout = 0;
    receiver.on('connection', (socket) => {
      opened += 1;
      open.add(socket.once('close', () => open.delete(socket)));
    });
    await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
    const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const posts = new OutgoingPosts([origin], 'test', 200);
    const one = () =>
      posts.post({ url: new URL(`${origin}/x`), body: Buffer.from('x'), timeoutMs: 30_000, maxBytes: 1000 });
    await one();
    expect((await one()).status).toBe(201);
    expect(opened).toBe(1);
    await expect.poll(() => open.size).toBe(0);
    posts.close();
    receiver.close();
  });

  test('closing it aborts running requests', async () => {
    const door = new UpstreamClient([{ origin: standIn.url, isOwners: true }], 'test', () => {});
    standIn.on('/slow', 'silence');
    const requested = standIn.requested.length;
    const response = door.fetch({ url: new URL(`${standIn.url}/slow`), timeoutMs: 60_000, maxBytes: 1000 });
    await expect.poll(() => standIn.requested.length).toBe(requested + 1);
    door.close();
    await expect(response).rejects.toThrow('cannot be reached');
  });
});
