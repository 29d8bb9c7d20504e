import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import type { Mailer } from '../../server/mail/mailer.ts';
import { sendNotices, writeNotice } from '../../server/stations/notices.ts';
import { type InProcessServer, startTestServer } from '../support/test-server.ts';

/** The behaviour of the mail server: `whole` after it received the complete email, including its dot; `begun` before any of it. */
type MailOptions = { begun?: () => Promise<void>; whole?: () => Promise<void> };
let manner: MailOptions = {};
let handedOver = 0;
const sockets = new Set<Socket>();
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onRcptTo: (_address, _session, done) => settle(manner.begun, done),
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      handedOver += 1;
      settle(manner.whole, done);
    });
  },
});
sink.server.on('connection', (socket: Socket) => sockets.add(socket));
function settle(act: (() => Promise<void>) | undefined, done: (error?: Error | null) => void): void {
  (act ?? (() => Promise.resolve()))().then(() => done(), done);
}

let server: InProcessServer;
let feeder: { recordId: number; feederId: string };
beforeAll(async () => {
  await new Promise<void>((ready) => sink.listen(0, '127.0.0.1', ready));
  server = await startTestServer({
    SMTP_URL: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}`,
    MAIL_FROM: 'downlink@example.org',
  });
  const [fed] = await server.db.query<typeof feeder>(
    `update stations set notifies_feeder = true where feeder_user_id is not null
     returning id as "recordId", feeder_user_id as "feederId"`,
  );
  feeder = fed as typeof feeder;
});
afterAll(async () => {
  await server.stop();
  await new Promise<void>((done) => sink.close(() => done()));
});
afterEach(async () => {
  clock.offsetMs = 0;
  manner = {};
  handedOver = 0;
  await server.db.query('delete from station_notices');
});

const write = () => writeNotice(server.db, feeder, { subject: 'Your station', body: 'It was moved.' });
const send = (mailer: Mailer = server.services.mailer, ending?: AbortSignal) =>
  sendNotices(server.db, mailer, { error: () => {} }, ending);
/** Longer than every pause before a retry. */
const sendLater = () => {
  clock.offsetMs += 7 * 3_600_000;
  return send();
};
const hangUp = async (): Promise<void> => {
  for (const socket of sockets) socket.destroy();
};
const never = (): Promise<void> => new Promise(() => {});

test.each<[string, MailOptions]>([
  ['refuses the address', { begun: () => Promise.reject(new Error('Not now')) }],
  ['disconnects before it has the email', { begun: hangUp }],
  ['has the email and refuses it', { whole: () => Promise.reject(new Error('Not now')) }],
])('a mail server that %s delays an email and does not lose it', async (_what, how) => {
  await write();
  manner = how;
  expect(await send()).toBe(0);
  manner = {};
  expect(await send()).toBe(0);
  expect(await sendLater()).toBe(1);
  expect(await sendLater()).toBe(0);
});

test('a mail server that disconnects without a response may have accepted the email: it is not sent again', async () => {
  await write();
  manner = { whole: hangUp };
  expect(await send()).toBe(0);
  manner = {};
  expect(await sendLater()).toBe(0);
  expect(handedOver).toBe(1);
});

test.each<[string, keyof MailOptions, number]>([
  ['has the email: it is not sent again', 'whole', 0],
  ['does not have the email: it is sent later', 'begun', 1],
])('a mail server that times out when it %s', async (_what, stage, sentLater) => {
  await write();
  const patience = new AbortController();
  manner = {
    [stage]: () => {
      patience.abort();
      return never();
    },
  };
  const { mailer } = server.services;
  expect(await send({ ...mailer, send: (mail) => mailer.send(mail, patience.signal) })).toBe(0);
  manner = {};
  expect(await sendLater()).toBe(sentLater);
  expect(handedOver).toBe(1);
});

test('an email in transit when the program was killed may have been sent: it is not sent again', async () => {
  await write();
  manner = { whole: never };
  const killed = send();
  await expect.poll(() => handedOver).toBe(1);
  manner = {};
  expect(await sendLater()).toBe(0);
  await hangUp();
  expect(await killed).toBe(0);
});

test('shutdown waits for the email in transit, not for all due emails', async () => {
  for (let n = 0; n < 3; n += 1) await write();
  const ending = new AbortController();
  manner = { whole: async () => ending.abort() };
  expect(await send(server.services.mailer, ending.signal)).toBe(1);
  expect(await send()).toBe(2);
  expect(handedOver).toBe(3);
});
