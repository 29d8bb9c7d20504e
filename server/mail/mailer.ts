/**
 * Sends mail: by SMTP where that is set, else as .eml files into the outbox folder (C70).
 * Must not: know why a mail is sent, log its text (it holds a token), or be called inside of a transaction.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport, type NodemailerError } from 'nodemailer';
import { clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { MailConfig } from './mail-config.ts';

/** Plain text to one person. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };
export type Mailer = {
  /**
   * Resolves when the mail was taken; `until` breaks it off.
   * @throws MailInDoubt when it may have been taken all the same; another Error when it certainly was not
   */
  send(mail: Mail, until: AbortSignal): Promise<void>;
  /** The address of the app for links, without a slash at the end. Never taken from a request: its Host header is the caller's word. */
  publicUrl(): string;
};

/** The whole mail was handed over and no answer came: sent again, it may come twice. */
export class MailInDoubt extends Error {}

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

/** A transport for each mail: what is learned while it sends belongs to that mail. */
function bySmtp(config: MailConfig, smtpUrl: string): Mailer['send'] {
  return async (mail, until) => {
    const transport = createTransport(smtpUrl);
    let isHandedOver = false;
    transport.use('stream', ({ message }, done) => {
      // Read once the server has agreed to take it; the dot that lets the server take it follows this end.
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
        ? new MailInDoubt('The mail may have been taken.', { cause: error })
        : error;
    } finally {
      transport.close();
    }
  };
}

/** The mail server said no (RFC 5321: 4yz for now, 5yz for good). */
function isRefusal(error: unknown): boolean {
  const code = (error as NodemailerError).responseCode ?? 0;
  return code >= 400 && code < 600;
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
