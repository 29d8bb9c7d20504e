/**
 * The settings of mail out of the environment. Must not: send.
 */
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';
import { emailFault } from './email-address.ts';

export type MailConfig = {
  /** Where mail is handed over; null = it is written into the outbox. */
  readonly smtpUrl: string | null;
  /** Absolute folder of .eml files. */
  readonly outboxDir: string;
  readonly from: string;
  /** The address under which people open the app, without a slash at the end; null = where the server listens. */
  readonly publicUrl: string | null;
};

/** @throws StartupError with a sentence for the person at the terminal; it never holds the password of SMTP_URL */
export function readMail(env: NodeJS.ProcessEnv, dataDir: string): MailConfig {
  const from = env.MAIL_FROM?.trim() || 'downlink@localhost.localdomain';
  const fault = emailFault(from);
  if (fault)
    throw new StartupError(`MAIL_FROM must be an e-mail address such as downlink@example.org, but it is '${from}'.`);
  return {
    smtpUrl: readUrl(env.SMTP_URL, /^smtps?:$/, 'SMTP_URL must be such as smtp://user:password@mail.example.org:587.'),
    outboxDir: join(dataDir, 'outbox'),
    from,
    publicUrl:
      readUrl(env.PUBLIC_URL, /^https?:$/, 'PUBLIC_URL must be such as https://downlink.example.org.')?.replace(
        /\/+$/,
        '',
      ) ?? null,
  };
}

function readUrl(text: string | undefined, protocol: RegExp, sentence: string): string | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (!url?.hostname || !protocol.test(url.protocol)) throw new StartupError(sentence);
  return trimmed;
}
