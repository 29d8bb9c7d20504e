/** A push service of a browser on loopback, with TLS if wanted: it checks the signature and decrypts like the browser (RFC 8291, 8188, 8292). */
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { PushPayload } from '../../contract/entities/notices.ts';
import { root } from './repository.ts';

type Subscription = {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly name: string;
};
export type Pushed = {
  /** Name of the device. */
  readonly to: string;
  /** Epoch ms of its last byte. */
  readonly atMs: number;
  readonly payload: PushPayload;
  readonly bytes: number;
  readonly headers: IncomingHttpHeaders;
  /** Claims of the signature, which is valid. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number };
};
/** `hang up` = receives all of it and closes the connection. `silence` = never answers. */
export type PushReply =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang up'
  | 'silence';
export type PushService = {
  readonly url: string;
  readonly received: Pushed[];
  /** How it answers from now on to messages for the device. By default 201. */
  answer(device: string, reply: PushReply): void;
  /** A subscription of a new device. */
  device(name: string): Subscription;
  stop(): Promise<void>;
};

/** Its certificate, for NODE_EXTRA_CA_CERTS. */
export const pushCertificate = join(root, 'tests/support/tls/test-only.cert.pem');

type Key = { readonly own: ECDH; readonly auth: Buffer };

export async function startPushService({ isSecure = false } = {}): Promise<PushService> {
  const keys = new Map<string, Key>();
  const replies = new Map<string, PushReply>();
  const received: Pushed[] = [];
  const onRequest: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const atMs = Date.now();
    const to = decodeURIComponent(request.url?.slice(1) ?? '');
    const key = keys.get(to);
    if (!key) {
      response.writeHead(404).end();
      return;
    }
    const payload = JSON.parse(decrypt(body, key).toString()) as PushPayload;
    const { headers } = request;
    received.push({
      to,
      atMs,
      payload,
      bytes: Buffer.byteLength(JSON.stringify(payload)),
      headers,
      claims: claimsOf(headers),
    });
    const reply = replies.get(to) ?? { status: 201 };
    if (reply === 'hang up') request.socket.destroy();
    else if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const tls = (): { cert: string; key: string } => ({
    cert: readFileSync(pushCertificate, 'utf8'),
    key: readFileSync(pushCertificate.replace('cert.pem', 'key.pem'), 'utf8'),
  });
  const server = isSecure ? createTlsServer(tls(), onRequest) : createServer(onRequest);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `${isSecure ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    answer: (device, reply) => void replies.set(device, reply),
    device(name) {
      const own = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = own.generateKeys('base64url');
      keys.set(name, { own, auth });
      return { endpoint: `${url}/${encodeURIComponent(name)}`, p256dh, auth: auth.toString('base64url'), name };
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

function decrypt(body: Buffer, { own, auth }: Key): Buffer {
  const salt = body.subarray(0, 16);
  const size = body.readUInt8(20);
  const sender = body.subarray(21, 21 + size);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const input = derive(own.computeSecret(sender), auth, info, 32);
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12);
  const sealed = body.subarray(21 + size);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // One record: 2 ends it, zeros are padding.
  return padded.subarray(0, padded.lastIndexOf(2));
}

function claimsOf({ authorization = '' }: IncomingHttpHeaders): Pushed['claims'] {
  const [, token = '', k = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(k, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
  if (!isValid) throw new Error('The signature of the push message is wrong.');
  return JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as Pushed['claims'];
}
