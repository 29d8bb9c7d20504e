import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kernelLoss, lossIn } from './udp-listener.ts';

const head =
  '   sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode ref pointer drops\n';
const row = (local: string, drops: number): string =>
  `  12: ${local} 00000000:0000 07 00000000:00000000 00:00000000 00000000  1000        0 31337 2 0000000000000000 ${drops}\n`;

test('the drops of a socket are found by its address and port', () => {
  const v4 = `${head}${row('0100007F:15B3', 7)}${row('00000000:15B3', 8)}${row('0100007F:0035', 9)}`;
  expect(lossIn(v4, '127.0.0.1', 5555)).toBe(7);
  expect(lossIn(v4, '0.0.0.0', 5555)).toBe(8);
  expect(lossIn(v4, '127.0.0.1', 5556)).toBe(null);
  const v6 = `${head}${row('00000000000000000000000001000000:15B3', 3)}${row('B80D0120000000000000000001000000:15B3', 4)}`;
  expect(lossIn(v6, '::1', 5555)).toBe(3);
  expect(lossIn(v6, '2001:db8::1', 5555)).toBe(4);
});

test.skipIf(!existsSync('/proc/net/udp'))('Linux counts what a socket nobody reads cannot hold', async () => {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4096 });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { address, port } = socket.address();
  let received = 0;
  socket.on('message', () => received++);
  const sender = createSocket('udp4');
  // All are sent before this turn of the event loop ends, so none is read in between.
  const sent = await new Promise<number>((resolve) => {
    let done = 0;
    for (let n = 0; n < 100; n++)
      sender.send(Buffer.alloc(1000), port, address, () => {
        if (++done === 100) resolve(done);
      });
  });
  await expect.poll(() => received + (kernelLoss(address, port) ?? 0)).toBe(sent);
  expect(kernelLoss(address, port)).toBeGreaterThan(0);
  sender.close();
  socket.close();
});
