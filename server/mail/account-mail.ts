/** Emails to account holders: confirmation of an address, forgotten password. They contain nothing that a person can type freely. */
import type { Mail } from './mailer.ts';

export function confirmationMail(parts: {
  readonly publicUrl: string;
  readonly email: string;
  readonly userName: string;
  readonly token: string;
  readonly validHours: number;
}): Mail {
  const query = new URLSearchParams({ email: parts.email, activationToken: parts.token });
  return {
    to: parts.email,
    subject: 'Confirm your email address for Downlink',
    text: [
      `Hello ${parts.userName},`,
      '',
      'a Downlink account was created with this email address. To confirm it, open this link:',
      '',
      `${parts.publicUrl}/confirmemail?${query}`,
      '',
      `The link works once and expires after ${parts.validHours} hours. If you did not expect this email, ignore it.`,
      '',
    ].join('\n'),
  };
}

// ---- Text of the email for a forgotten password. It contains nothing that a person can type freely.

export function passwordMail(parts: {
  readonly publicUrl: string;
  readonly email: string;
  readonly userName: string;
  readonly token: string;
}): Mail {
  return {
    to: parts.email,
    subject: 'Set a new password for Downlink',
    text: [
      `Hello ${parts.userName},`,
      '',
      'someone requested a new password for your Downlink account. To set it, open this link:',
      '',
      // After #: it reaches no server log and no other site.
      `${parts.publicUrl}/resetPassword#token=${parts.token}`,
      '',
      'The link works once and expires after one hour. If you did not request it, ignore this email: your password is unchanged.',
      '',
    ].join('\n'),
  };
}
