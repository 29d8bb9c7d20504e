/** Settings of email. */
import { join } from 'node:path';
import { hasStrayUser } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';
import { emailFault } from './email-address.ts';

export type MailConfig = {
  /** SMTP server. null = emails are written to the outbox. */
  readonly smtpUrl: string | null;
  /** Absolute folder of .eml files. */
  readonly outboxDir: string;
  readonly from: string;
  /** Public address of the app, without a trailing slash. null = where the server listens. */
  readonly publicUrl: string | null;
};

/** @throws StartupError with a text for the operator, never with the password of SMTP_URL */
export function readMail(env: NodeJS.ProcessEnv, dataDir: string): MailConfig {
  const from = env.MAIL_FROM?.trim() || 'downlink@localhost.localdomain';
  const fault = emailFault(from);
  if (fault) throw new StartupError('MAIL_FROM must be an email address such as downlink@example.org.');
  return {
    smtpUrl: readUrl(
      env.SMTP_URL,
      /^smtps?:$/,
      'SMTP_URL must be in the form smtp://user:password@mail.example.org:587, with / ? # @ of the password as %2F %3F %23 %40.',
    ),
    outboxDir: join(dataDir, 'outbox'),
    from,
    publicUrl:
      readUrl(env.PUBLIC_URL, /^https?:$/, 'PUBLIC_URL must be in the form https://downlink.example.org.')?.replace(
        /(?<!\/)\/+$/,
        '',
      ) ?? null,
  };
}

function readUrl(text: string | undefined, protocol: RegExp, sentence: string): string | null {
  const trimmed = text?.trim();
  if (!trimmed) return null;
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (!url?.hostname || !protocol.test(url.protocol) || hasStrayUser(url)) throw new StartupError(sentence);
  return trimmed;
}
