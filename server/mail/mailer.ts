/**
 * Sends mail: by SMTP where that is set, else as .eml files into the outbox folder (C70).
 * Must not: know why a mail is sent, log its text (it holds a token), or be called inside of a transaction.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport } from 'nodemailer';
import { clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { MailConfig } from './mail-config.ts';

/** Plain text to one person. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };
export type Mailer = {
  /** Resolves when the mail was handed over. @throws Error when it was not, or not in time */
  send(mail: Mail): Promise<void>;
  /** The address of the app for links, without a slash at the end. Never taken from a request: its Host header is the caller's word. */
  publicUrl(): string;
};

/** The caller waits for it, and the app gives a call 8 s. */
const sendWithinMs = 6000;

export function makeMailer(config: MailConfig, ownAddress: () => string): Mailer {
  return {
    send: config.smtpUrl ? bySmtp(config, config.smtpUrl) : (mail) => intoOutbox(config, mail),
    publicUrl: () => config.publicUrl ?? ownAddress(),
  };
}

/** Where this server listens, as a person on this machine opens it. */
export function addressOf(app: FastifyInstance, { host, tls }: Pick<Config, 'host' | 'tls'>): string {
  const bound = app.server.address() as AddressInfo | null;
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `${tls ? 'https' : 'http'}://${name}:${bound?.port ?? 0}`;
}

/** The parts of a mail as the library takes them: the address as an object is never read as a list. */
const partsOf = (config: MailConfig, { to, subject, text }: Mail) => ({
  from: { name: 'Downlink', address: config.from },
  to: { name: '', address: to },
  subject,
  text,
  date: new Date(clock.now()),
  disableFileAccess: true,
  disableUrlAccess: true,
});

function bySmtp(config: MailConfig, smtpUrl: string): Mailer['send'] {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: sendWithinMs,
    greetingTimeout: sendWithinMs,
    socketTimeout: sendWithinMs,
  });
  return async (mail) => {
    const sending = transport.sendMail(partsOf(config, mail));
    await Promise.race([sending, late(sendWithinMs)]);
  };
}

function late(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    const tell = (): void => reject(new Error(`The mail server did not take the mail within ${ms / 1000} s.`));
    setTimeout(tell, ms).unref();
  });
}

/** One file per mail, for its owner alone, under its name only when it is whole. */
async function intoOutbox(config: MailConfig, mail: Mail): Promise<void> {
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const { message } = await writer.sendMail(partsOf(config, mail));
  await mkdir(config.outboxDir, { recursive: true, mode: 0o700 });
  const at = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const path = join(config.outboxDir, `${at}-${randomBytes(4).toString('hex')}.eml`);
  await writeFile(`${path}.part`, message as Buffer, { mode: 0o600, flag: 'wx' });
  await rename(`${path}.part`, path);
}
