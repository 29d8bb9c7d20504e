/**
 * Sends email by SMTP, or writes .eml files into the outbox folder (C70).
 * Never log its text (it contains a token) or send inside a transaction.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport, type NodemailerError } from 'nodemailer';
import { clock } from '../base/clock.ts';
import { connectTo } from '../base/outgoing-address.ts';
import type { MailConfig } from './mail-config.ts';

const connectMs = 30_000;

/** Plain text to one person. `endUrl` = page where that person ends such emails. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly endUrl?: string;
};
export type Mailer = {
  /**
   * Resolves when the email was accepted. `until` aborts it.
   * @throws MailOutcomeUnknown if it may have been accepted, another Error if it certainly was not
   */
  send(mail: Mail, until: AbortSignal): Promise<void>;
  /** Address of the app for links, without a trailing slash. Never from a request: its Host header is untrusted. */
  publicUrl(): string;
};

/** The whole email was sent and no response received: sending again could deliver it twice. */
export class MailOutcomeUnknown extends Error {}

export function makeMailer(config: MailConfig, ownAddress: () => string): Mailer {
  return {
    send: config.smtpUrl ? bySmtp(config, config.smtpUrl) : (mail) => intoOutbox(config, mail),
    publicUrl: () => config.publicUrl ?? ownAddress(),
  };
}

/** Address of this server for a browser on this machine. */
export function addressOf(
  app: FastifyInstance,
  { host, tls, basePath }: { readonly host: string; readonly tls: object | null; readonly basePath: string },
): string {
  const bound = app.server.address() as AddressInfo | null;
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${bound?.port ?? 0}${basePath}`;
}

/** Parts of an email for the library: the address as an object is never read as a list. */
const partsOf = (config: MailConfig, { to, subject, text, endUrl }: Mail) => ({
  from: { name: 'Downlink', address: config.from },
  to: { name: '', address: to },
  subject,
  text,
  date: new Date(clock.now()),
  headers: {
    // No absence is reported to a program (RFC 3834). Exchange reads the second one.
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  },
  // RFC 2369. Mail programs refuse addresses without TLS.
  ...(endUrl?.startsWith('https:') ? { list: { unsubscribe: endUrl } } : {}),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** A transport per email: its events belong to that email. */
function bySmtp(config: MailConfig, smtpUrl: string): Mailer['send'] {
  return async (mail, until) => {
    const transport = createTransport({ url: smtpUrl, getSocket: openSocket });
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      // Read once the server has agreed to accept it. The dot that ends it follows.
      message.processFunc((text) =>
        text.once('end', () => {
          isHandedOver = true;
        }),
      );
      done();
    });
    try {
      await transport.sendMail({ ...partsOf(config, mail), signal: until });
    } catch (error) {
      throw isHandedOver && !isRefusal(error)
        ? new MailOutcomeUnknown('The email may have been accepted.', { cause: error })
        : error;
    } finally {
      transport.close();
    }
  };
}

/** The library resolves names itself, so it gets a connection. */
function openSocket(
  { host, port, secure }: { readonly host?: string; readonly port?: number | string; readonly secure?: boolean },
  done: (error: Error | null, options?: { connection: Socket }) => void,
): void {
  const socket = connectTo({
    host: host || 'localhost',
    port: Number(port) || (secure ? 465 : 587),
    timeout: connectMs,
  });
  const fail = (error: Error): void => done(error);
  socket.once('error', fail);
  socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
  socket.once('connect', () => {
    socket.off('error', fail).setTimeout(0);
    done(null, { connection: socket });
  });
}

/** The mail server refused (RFC 5321: 4yz temporarily, 5yz permanently). */
function isRefusal(error: unknown): boolean {
  const code = (error as NodemailerError).responseCode ?? 0;
  return code >= 400 && code < 600;
}

/** One file per email, readable by its owner only, renamed when complete. */
async function intoOutbox(config: MailConfig, mail: Mail): Promise<void> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await writer.sendMail(partsOf(config, mail));
  await mkdir(config.outboxDir, { recursive: true, mode: 0o700 });
  const at = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const path = join(config.outboxDir, `${at}-${randomBytes(4).toString('hex')}.eml`);
  await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flag: 'wx' });
  await rename(`${path}.part`, path);
}

// ---- Timeout of background emails, and what remains of it at shutdown.

/** A mail server may check an email for a long time before accepting it. */
const sendWithinMs = 60_000;
/** The whole shutdown has 5 s. */
const endWithinMs = 2000;

/** Runs `send` and aborts its signal after the timeout. */
export async function sendInTime(send: (until: AbortSignal) => Promise<void>, ending?: AbortSignal): Promise<void> {
  const limit = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const abortIn = (ms: number): void => {
    const late = new Error(`The mail server did not accept the email within ${ms / 1000} s.`);
    timers.push(setTimeout(() => limit.abort(late), ms));
  };
  const onEnding = (): void => abortIn(endWithinMs);
  abortIn(sendWithinMs);
  if (ending?.aborted) onEnding();
  ending?.addEventListener('abort', onEnding);
  try {
    await send(limit.signal);
  } finally {
    ending?.removeEventListener('abort', onEnding);
    for (const timer of timers) clearTimeout(timer);
  }
}
