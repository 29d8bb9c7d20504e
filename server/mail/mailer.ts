/**
 * Sends email by SMTP, or writes .eml files into the outbox folder (C70).
 * Never log its text (it contains a token) or send inside a transaction.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createTransport, type NodemailerError } from 'nodemailer';
import { clock } from '../base/clock.ts';
import type { MailConfig } from './mail-config.ts';

/** Plain text to one person. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };
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
const partsOf = (config: MailConfig, { to, subject, text }: Mail) => ({
  from: { name: 'Downlink', address: config.from },
  to: { name: '', address: to },
  subject,
  text,
  date: new Date(clock.now()),
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** A transport per email: its events belong to that email. */
function bySmtp(config: MailConfig, smtpUrl: string): Mailer['send'] {
  return async (mail, until) => {
    const transport = createTransport(smtpUrl);
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
