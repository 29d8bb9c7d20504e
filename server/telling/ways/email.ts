/** Notices by email: one, or a digest. Plain text without the text of a message. */
import type { Query } from '../../database/pool.ts';
import { emailFault } from '../../mail/email-address.ts';
import { type Mail, type Mailer, MailOutcomeUnknown, sendInTime } from '../../mail/mailer.ts';
import type { Outgoing, Sender, SentHit } from './sender.ts';

export const emailSender =
  (db: Query, mailer: Mailer): Sender =>
  async (outgoing, signal) => {
    const [user] = await db.query<{ email: string }>('select email from users where id = $1', [outgoing.userId]);
    const to = user?.email ?? '';
    if (emailFault(to) !== null) return { kind: 'failed', reason: 'The account has no valid email address.' };
    try {
      await sendInTime((until) => mailer.send(mailOf(outgoing, to, mailer.publicUrl()), until), signal);
      return { kind: 'sent' };
    } catch (error) {
      return error instanceof MailOutcomeUnknown
        ? { kind: 'unknown', reason: 'The mail server did not confirm the email.' }
        : { kind: 'retry', reason: 'The mail server refused the email or cannot be reached.' };
    }
  };

function mailOf({ hits, total, isEmergency }: Outgoing, to: string, publicUrl: string): Mail {
  const [hit] = hits;
  const what = hit && total === 1 ? oneLine(hit.title) : `${total.toLocaleString('en')} notices`;
  const more = total - hits.length;
  return {
    to,
    endUrl: `${publicUrl}/rules`,
    subject: isEmergency ? `Emergency: ${what}` : what,
    text: [
      ...hits.flatMap((one) => [...linesOf(one, publicUrl), '']),
      ...(more > 0 ? [`${more.toLocaleString('en')} more: ${publicUrl}/notices`, ''] : []),
      `A rule sent this email. Change your rules: ${publicUrl}/rules`,
      '',
    ].join('\n'),
  };
}

/** Values of radio messages and names that people typed never begin a line of their own. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const linesOf = ({ title, words, at, path, rule, tail }: SentHit, publicUrl: string): string[] => [
  oneLine(title),
  ...(words ? [`  ${oneLine(words)}`] : []),
  `  ${at.slice(0, 16).replace('T', ' ')} UTC${tail && !title.includes(tail) ? `, ${oneLine(tail)}` : ''}`,
  `  Rule: ${oneLine(rule)}`,
  `  ${publicUrl}${path}`,
];
