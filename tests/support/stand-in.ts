/** Stand-ins for tiles, weather, routes and aircraft states on loopback. They return the configured responses and record requests. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';

export type Requested = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
/** `hang` = sends the head, never the rest. */
export type Reply =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string | Buffer }
  | 'silence'
  | 'hang';
export type StandIn = {
  readonly url: string;
  /** All requests so far, the latest last. */
  readonly requested: Requested[];
  /** From now on responds like this to paths with the prefix. The latest matching rule applies. Without one: 404. */
  on(prefix: string, reply: Reply | ((requested: Requested) => Reply | Promise<Reply>)): void;
  stop(): Promise<void>;
};

export async function startStandIn(): Promise<StandIn> {
  const rules: { prefix: string; reply: Reply | ((requested: Requested) => Reply | Promise<Reply>) }[] = [];
  const requested: Requested[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
    requested.push(one);
    const rule = rules.findLast(({ prefix }) => one.path.startsWith(prefix))?.reply ?? { status: 404 };
    const reply = typeof rule === 'function' ? await rule(one) : rule;
    if (reply === 'silence') return;
    if (reply === 'hang') {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.write('x');
      return;
    }
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    on: (prefix, reply) => void rules.push({ prefix, reply }),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** A real PNG of one colour. */
export function png(side: number, [red, green, blue]: readonly [number, number, number] = [120, 160, 200]): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([red, green, blue]))]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Response of a working tile source. */
export const tileReply = { headers: { 'content-type': 'image/png' }, body: png(256) } as const;

/** Responds to every tile. `env` are the settings of a server whose devices may store areas of it. */
export async function startTileSource(): Promise<{ readonly source: StandIn; readonly env: Record<string, string> }> {
  const source = await startStandIn();
  source.on('/', tileReply);
  const env = {
    TILES_MAIN_URL: `${source.url}/main/{z}/{x}/{y}.png`,
    TILES_MAIN_STORING: 'areas',
    TILES_MAIN_ATTRIBUTION: 'Loopback tiles',
  };
  return { source, env };
}
