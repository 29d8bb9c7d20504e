import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '../../server/base/clock.ts';
import { readConfig } from '../../server/config.ts';
import { type ApiResponse, callApi } from '../support/api-client.ts';
import { mailText } from '../support/mail-text.ts';
import { rightClockAfterEach } from '../support/right-clock.ts';
import { type InProcessServer, startTestServer, testServerForFile } from '../support/test-server.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'downlink-mail-'));
const outbox = join(dataDir, 'outbox');
let admin: string;
let count = 0;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const server = testServerForFile({ DATA_DIR: dataDir, PUBLIC_URL: 'https://downlink.example.org/' });
beforeAll(async () => {
  admin = await server.logIn('admin');
});
rightClockAfterEach();

type Registered = { id: string; confirmationEmail: string };
async function register(email: string, at = server, token = admin): Promise<Registered> {
  count += 1;
  const body = {
    username: `mailed.${count}`,
    password: 'secret-1',
    role: 'User',
    email,
    name: 'Ana',
    surname: 'Pop',
    company: '',
    terms: 0,
  };
  const response = await callApi(at, '/account/register', { method: 'POST', token, body });
  expect(response.status, response.text).toBe(201);
  return response.json as Registered;
}
const mails = () => readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
function linkTo(email: string, all = mails()): URL {
  const links = all
    .map((mail) => /https?:\/\/\S+\/confirmemail\?\S+/.exec(mailText(mail))?.[0] ?? '')
    .filter((link) => link !== '' && new URL(link).searchParams.get('email') === email);
  expect(links).toHaveLength(1);
  return new URL(links[0] ?? '');
}
const confirm = (link: URL): Promise<ApiResponse> => callApi(server, `/Account/ConfirmEmail${link.search}`);
const isConfirmed = async (id: string): Promise<boolean> =>
  ((await callApi(server, `/account/${id}`, { token: admin })).json as { emailConfirmed: boolean }).emailConfirmed;
const refused = 'This link is no longer valid. Ask an administrator for a new one.';
const sendAgain = (id: string, at = server, token = admin) =>
  callApi(at, `/account/confirmation/${id}`, { method: 'POST', token });

describe('API-33 MAIL-01 C70: the outbox', () => {
  test('C70: without a mail server the email is a private file with a link of PUBLIC_URL that works once', async () => {
    const { id, confirmationEmail } = await register('ana+test@example.org');
    expect(confirmationEmail).toBe('sent');
    const [file] = readdirSync(outbox);
    expect(file).toMatch(/^\d{8}T\d{6}Z-[0-9a-f]{8}\.eml$/);
    expect(statSync(join(outbox, file ?? '')).mode & 0o777).toBe(0o600);
    expect(mails()[0]).toMatch(/^To: ana\+test@example\.org$/m);
    const link = linkTo('ana+test@example.org');
    expect(link.origin + link.pathname).toBe('https://downlink.example.org/confirmemail');
    expect(await isConfirmed(id)).toBe(false);
    const first = await confirm(link);
    expect([first.status, first.json]).toEqual([200, {}]);
    expect(await isConfirmed(id)).toBe(true);
    const second = await confirm(link);
    expect([second.status, (second.json as { message: string }).message]).toEqual([400, refused]);
  });

  test('MAIL-03: unknown address, wrong token and missing parts get the same response', async () => {
    const { id } = await register('bea@example.org');
    const link = linkTo('bea@example.org');
    const token = link.searchParams.get('activationToken') ?? '';
    const wrong = (email: string, it: string) =>
      new URL(`?${new URLSearchParams({ email, activationToken: it })}`, link);
    const responses = await Promise.all(
      [
        wrong('bea@example.org', `${token}x`),
        wrong('nobody@example.org', token),
        wrong('bea@example.org', ''),
        wrong('', token),
        new URL('/confirmemail', link),
      ].map(confirm),
    );
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.json).toMatchObject({ message: refused });
    expect(await isConfirmed(id)).toBe(false);
    expect((await confirm(link)).status).toBe(200);
  });

  test('the token is not in the database, expires after two days, and of simultaneous uses one counts', async () => {
    const { id } = await register('cora@example.org');
    const link = linkTo('cora@example.org');
    const token = link.searchParams.get('activationToken') ?? '';
    const rows = await server.db.query<{ row: string }>('select t::text as row from email_confirmations t');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex')))).toEqual(
      [],
    );
    await register('late@example.org');
    clock.offsetMs = 47 * 3_600_000;
    const responses = await Promise.all(Array.from({ length: 4 }, () => confirm(link)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    clock.offsetMs = 48 * 3_600_000 + 1000;
    expect((await confirm(linkTo('late@example.org'))).status).toBe(400);
    clock.offsetMs = 0;
    expect(await isConfirmed(id)).toBe(true);
  });

  test('guessing for one address waits after five tries', async () => {
    clock.offsetMs = 24 * 3_600_000;
    const guess = new URL('https://x.example/?email=dora@example.org&activationToken=guess');
    for (let n = 0; n < 5; n += 1) expect((await confirm(guess)).status).toBe(400);
    expect((await confirm(guess)).status).toBe(429);
  });

  test('an Admin can send it again, at most once a minute; the previous link is then invalid', async () => {
    const { id } = await register('eva@example.org');
    const old = linkTo('eva@example.org');
    const early = await sendAgain(id);
    expect([early.status, early.headers.get('retry-after')]).toEqual([429, '60']);
    const before = new Set(readdirSync(outbox));
    clock.offsetMs = 61_000;
    expect((await sendAgain(id)).json).toEqual({ confirmationEmail: 'sent' });
    const fresh = readdirSync(outbox).filter((file) => !before.has(file));
    const link = linkTo(
      'eva@example.org',
      fresh.map((file) => readFileSync(join(outbox, file), 'utf8')),
    );
    expect((await confirm(old)).status).toBe(400);
    expect((await confirm(link)).status).toBe(200);
    expect((await sendAgain(id)).status).toBe(409);
  });
});

describe('MAIL-01: a mail server', () => {
  const received: { to: string[]; text: string }[] = [];
  const sink = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (address, _session, done) =>
      done(address.address.startsWith('refused') ? new Error('No such mailbox') : null),
    onData(stream, session, done) {
      let text = '';
      stream.on('data', (part: Buffer) => {
        text += part.toString('utf8');
      });
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map((one) => one.address), text });
        done();
      });
    },
  });
  let withSmtp: InProcessServer;
  let token: string;
  beforeAll(async () => {
    await new Promise<void>((ready) => sink.listen(0, '127.0.0.1', ready));
    const { port } = sink.server.address() as AddressInfo;
    withSmtp = await startTestServer({
      DATA_DIR: join(dataDir, 'smtp'),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'downlink@example.org',
    });
    token = await withSmtp.logIn('admin');
  });
  afterAll(async () => {
    await withSmtp.stop();
    await new Promise<void>((done) => sink.close(() => done()));
  });

  test('C70: the email goes to that person only, from MAIL_FROM, with the address of the server', async () => {
    expect((await register('flavia@example.org', withSmtp, token)).confirmationEmail).toBe('sent');
    expect(received.map(({ to }) => to)).toEqual([['flavia@example.org']]);
    const text = received[0]?.text ?? '';
    expect(text).toMatch(/^From: Downlink <downlink@example\.org>\r?$/m);
    expect(linkTo('flavia@example.org', [text]).origin).toBe(withSmtp.url);
  });

  test('USR-12: a refused email is reported, the account stays, and it can be sent again at once', async () => {
    const { id, confirmationEmail } = await register('refused@example.org', withSmtp, token);
    expect(confirmationEmail).toBe('failed');
    expect((await callApi(withSmtp, `/account/${id}`, { token })).status).toBe(200);
    for (let n = 0; n < 2; n += 1)
      expect((await sendAgain(id, withSmtp, token)).json).toEqual({ confirmationEmail: 'failed' });
  });
});

describe('settings', () => {
  test('invalid settings are reported at the start, without the password', () => {
    const read = (env: Record<string, string>) => () => readConfig({ APP_DIR: 'none', ...env });
    expect(read({ SMTP_URL: 'mail.example.org' })).toThrow(/SMTP_URL must be/);
    expect(read({ SMTP_URL: 'http://user:hidden@x' })).toThrow(/^(?!.*hidden)/);
    expect(read({ MAIL_FROM: 'a@b.c, d@e.f' })).toThrow(/MAIL_FROM must be/);
    expect(read({ PUBLIC_URL: 'javascript:alert(1)' })).toThrow(/PUBLIC_URL must be/);
  });
});
