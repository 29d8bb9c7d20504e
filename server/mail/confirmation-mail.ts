/** Text of the confirmation email. It contains nothing that a person can type freely. */
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
