/** HTTP proxy in front of the real server that simulates network faults. */
import http from 'node:http';
import { endpoints } from '../../contract/api.ts';
import { buildHeader } from '../../contract/build.ts';
import { isAdded } from '../../contract/endpoint.ts';
import { tileReply } from './stand-in.ts';

export type Fault =
  | { kind: 'pass' }
  /** Accepts the connection, never responds. */
  | { kind: 'blackhole' }
  /** Connection reset at once. */
  | { kind: 'reset' }
  /** Delays each response. */
  | { kind: 'latency'; ms: number }
  /** Sends the body a few bytes at a time. */
  | { kind: 'drip'; bytes: number; everyMs: number }
  /** Half of the body, then the connection ends. */
  | { kind: 'cut' }
  /** A captive portal: 200 with its own HTML for everything. */
  | { kind: 'portal' }
  /** A captive portal that responds with its own picture. */
  | { kind: 'portal-picture' }
  /** A captive portal that redirects to its own host. */
  | { kind: 'portal302' }
  | { kind: 'status'; status: number; message?: string; retryAfterSeconds?: number }
  /** Another server of this API: none of the calls and parameters that we added exist, nor the header of our builds. */
  | { kind: 'without-added-calls' };

type SeenRequest = {
  readonly method: string;
  readonly url: URL;
  readonly headers: http.IncomingHttpHeaders;
  readonly at: number;
  body: string;
  status: number | null;
};
type HeldRequest = { readonly request: SeenRequest; release(): void };

export type FaultProxy = {
  readonly url: string;
  readonly port: number;
  /** Requests since the start or the last `forget()`, oldest first. */
  readonly seen: readonly SeenRequest[];
  forget(): void;
  /** Requests with a matching path, in the case as sent. */
  to(path: RegExp): SeenRequest[];
  /** `only`: paths with the fault. All others pass. */
  set(fault: Fault, only?: RegExp): void;
  pointAt(target: string): void;
  /** Delays the next matching request until it is released: a slow server without a clock. `response`: delays the response instead. */
  hold(path: RegExp, what?: 'request' | 'response'): Promise<HeldRequest>;
  close(): Promise<void>;
};

const portalPage = '<!doctype html><title>Hotel WiFi</title><h1>Please sign in to use the network</h1>';
const addedPaths = endpoints.filter(isAdded).map((endpoint) => `/api/v1${endpoint.path}`.toLowerCase());

/** Starts a proxy on a free port of the loopback address. `target` = origin of the server behind it. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  let upstream = new URL(target);
  let fault: Fault = { kind: 'pass' };
  let only: RegExp | undefined;
  let seen: SeenRequest[] = [];
  let holds: { path: RegExp; what: 'request' | 'response'; caught: (held: HeldRequest) => void }[] = [];
  const open = new Set<() => void>();
  async function untilReleased(what: 'request' | 'response', request: SeenRequest): Promise<void> {
    const hold = holds.find((one) => one.what === what && one.path.test(request.url.pathname + request.url.search));
    if (!hold) return;
    holds = holds.filter((one) => one !== hold);
    await new Promise<void>((release) => {
      open.add(release);
      hold.caught({ request, release });
    });
  }

  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://proxy');
    const record: SeenRequest = {
      method: request.method ?? 'GET',
      url,
      headers: request.headers,
      at: Date.now(),
      body: '',
      status: null,
    };
    seen.push(record);
    const body = await readAll(request).catch(() => null);
    if (body === null) return;
    record.body = body.toString('utf8');
    await untilReleased('request', record);
    const applies = only ? only.test(url.pathname) : true;
    const mayRespond = () => untilReleased('response', record);
    respond({ fault: applies ? fault : { kind: 'pass' }, upstream, record, request, response, body, mayRespond });
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const port = (server.address() as { port: number }).port;

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    get seen() {
      return seen;
    },
    forget() {
      seen = [];
    },
    to: (path) => seen.filter((one) => path.test(one.url.pathname)),
    set(next, paths) {
      fault = next;
      only = paths;
    },
    pointAt(next) {
      upstream = new URL(next);
    },
    hold: (path, what = 'request') => new Promise((caught) => holds.push({ path, what, caught })),
    async close() {
      for (const release of open) release();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Exchange = {
  fault: Fault;
  upstream: URL;
  record: SeenRequest;
  request: http.IncomingMessage;
  response: http.ServerResponse;
  body: Buffer;
  /** Resolves when the response of the server may be passed on to the client. */
  mayRespond: () => Promise<void>;
};

function respond(exchange: Exchange): void {
  const { fault, record, request, response } = exchange;
  const reply = (status: number, headers: http.OutgoingHttpHeaders, text: string | Buffer) => {
    record.status = status;
    response.writeHead(status, headers);
    response.end(text);
  };
  switch (fault.kind) {
    case 'blackhole':
      break;
    case 'reset':
      request.socket.resetAndDestroy();
      break;
    case 'portal':
      reply(200, { 'content-type': 'text/html; charset=utf-8' }, portalPage);
      break;
    case 'portal-picture':
      reply(200, { 'content-type': 'image/png' }, tileReply.body);
      break;
    case 'portal302':
      reply(302, { location: 'http://portal.invalid/sign-in' }, '');
      break;
    case 'status': {
      const headers: http.OutgoingHttpHeaders = { 'content-type': 'application/json; charset=utf-8' };
      if (fault.retryAfterSeconds !== undefined) headers['retry-after'] = String(fault.retryAfterSeconds);
      reply(fault.status, headers, JSON.stringify(fault.message ? { message: fault.message } : {}));
      break;
    }
    case 'without-added-calls':
      if (addedPaths.includes(record.url.pathname.toLowerCase()))
        reply(404, { 'content-type': 'application/json' }, JSON.stringify({ message: 'Not found.' }));
      else if (record.url.searchParams.has('joined') && record.method === 'GET')
        reply(
          400,
          { 'content-type': 'application/json', ...openTo(request) },
          JSON.stringify({ message: 'Bad request.' }),
        );
      else forward(exchange);
      break;
    default:
      forward(exchange);
  }
}

/** Without this the browser hides the response from the page. */
const openTo = ({ headers: { origin = '' } }: http.IncomingMessage): http.OutgoingHttpHeaders => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
});

function forward({ fault, upstream, record, request, response, body, mayRespond }: Exchange): void {
  const outgoing = http.request(
    {
      host: upstream.hostname,
      port: upstream.port,
      method: request.method,
      path: request.url,
      headers: request.headers,
      agent: false,
    },
    async (incoming) => {
      const content = await readAll(incoming).catch(() => null);
      if (content === null) return response.destroy();
      record.status = incoming.statusCode ?? 502;
      await mayRespond();
      if (fault.kind === 'latency') await pause(fault.ms);
      const headers = { ...incoming.headers };
      delete headers['transfer-encoding'];
      delete headers.connection;
      if (fault.kind === 'without-added-calls') delete headers[buildHeader];
      if (content.length > 0) headers['content-length'] = String(content.length);
      response.writeHead(record.status, headers);
      if (fault.kind === 'cut') {
        response.write(content.subarray(0, Math.floor(content.length / 2)), () => response.destroy());
      } else if (fault.kind === 'drip') await drip(response, content, fault);
      else response.end(content);
    },
  );
  outgoing.on('error', () => {
    record.status = 502;
    response.destroy();
  });
  response.on('close', () => outgoing.destroy());
  outgoing.end(body);
}

async function drip(response: http.ServerResponse, body: Buffer, fault: { bytes: number; everyMs: number }) {
  for (let at = 0; at < body.length && !response.destroyed; at += fault.bytes) {
    response.write(body.subarray(at, at + fault.bytes));
    await pause(fault.everyMs);
  }
  response.end();
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
