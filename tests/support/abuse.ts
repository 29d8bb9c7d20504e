/** Clients that send too much, too slowly or nothing. */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Peak memory of a process in MB. Linux only. */
export function peakMemoryMb(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Starts a request that never ends. Resolves to its response when the server ended it. */
export function unfinished(
  url: string,
  begin = 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: ',
): { ended: Promise<string>; socket: Socket } {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let response = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    response += text;
  });
  socket.on('error', () => {});
  socket.write(begin);
  return { socket, ended: new Promise((resolve) => socket.once('close', () => resolve(response))) };
}

const piece = Buffer.alloc(1_048_576, 'a');

/** Sends a body of this many MB as fast as it is read. Resolves to the status, once all of it is sent or the connection is closed. */
export async function sendLargeBody(url: string, megabytes: number): Promise<number> {
  const head = `POST /api/v1/account/authenticate HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${megabytes * piece.length}\r\n\r\n`;
  const { socket, ended } = unfinished(url, head);
  for (let sent = 0; sent < megabytes && !socket.destroyed; sent++)
    if (!socket.write(piece))
      await new Promise<void>((resolve) => {
        const go = (): void => {
          socket.off('drain', go).off('close', go);
          resolve();
        };
        socket.on('drain', go).on('close', go);
      });
  socket.end();
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(await ended)?.[1] ?? 0);
}

/** 300 MB in 1.6 MB: three times the same 100 MB. */
export function gzipBomb(): Buffer {
  const part = gzipSync(Buffer.alloc(100_000_000, '{"a":1}\n'), { level: 1 });
  return Buffer.concat([part, part, part]);
}
export const deepJson = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
