/** Text of the email for a forgotten password. It contains nothing that a person can type freely. */
import type { Mail } from './mailer.ts';

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
