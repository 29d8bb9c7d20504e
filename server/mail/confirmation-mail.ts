/**
 * The words of the confirmation mail. Must not: hold anything that a person may type freely (a user name has no spaces or signs to forge with).
 */
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
    subject: 'Confirm your e-mail address for Downlink',
    text: [
      `Hello ${parts.userName},`,
      '',
      'an account of Downlink was made with this e-mail address. Open this link to confirm the address:',
      '',
      `${parts.publicUrl}/confirmemail?${query}`,
      '',
      `The link works once, and for ${parts.validHours} hours. If you do not know what this is about, do nothing.`,
      '',
    ].join('\n'),
  };
}
