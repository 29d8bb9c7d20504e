/** A mail server that accepts and stores every email. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { mailText } from './mail-text.ts';

export type MailSink = {
  readonly url: string;
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  close(): Promise<void>;
};

export async function openMailSink(): Promise<MailSink> {
  const mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: mailText(text) });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
