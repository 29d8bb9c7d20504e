import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeMailer, sendInTime } from './mailer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A mail that is never taken: ends when its signal does. */
function neverTaken(ending?: AbortSignal) {
  const outcome = { isOver: false };
  const send = (until: AbortSignal): Promise<void> =>
    new Promise((_resolve, reject) => until.addEventListener('abort', () => reject(until.reason)));
  void sendInTime(send, ending).catch(() => {
    outcome.isOver = true;
  });
  return outcome;
}

test('a background email has a minute', async () => {
  const outcome = neverTaken();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(outcome.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.isOver).toBe(true);
});

test.each(['before', 'during'])('the end of the server %s it leaves two seconds', async (when) => {
  const ending = new AbortController();
  if (when === 'before') ending.abort();
  const outcome = neverTaken(ending.signal);
  ending.abort();
  await vi.advanceTimersByTimeAsync(1999);
  expect(outcome.isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome.isOver).toBe(true);
});

test('a sent email leaves no timer and no listener', async () => {
  const ending = new AbortController();
  await sendInTime(() => Promise.resolve(), ending.signal);
  ending.abort();
  expect(vi.getTimerCount()).toBe(0);
});

test('each email says that a program wrote it, and repeated ones where they end', async () => {
  vi.useRealTimers();
  const outboxDir = mkdtempSync(join(tmpdir(), 'downlink-outbox-'));
  const config = { smtpUrl: null, outboxDir, from: 'downlink@example.org', publicUrl: null };
  const send = async (endUrl?: string): Promise<string> => {
    const mail = { to: 'ana@example.org', subject: 'Notice', text: 'Text\n', ...(endUrl ? { endUrl } : {}) };
    await makeMailer(config, () => '').send(mail, AbortSignal.timeout(5000));
    const [file = ''] = readdirSync(outboxDir);
    const text = readFileSync(join(outboxDir, file), 'utf8');
    rmSync(join(outboxDir, file));
    return text;
  };
  // RFC 3834, and X-Auto-Response-Suppress of Exchange (MS-OXCMAIL): no one's absence is reported to it.
  expect(await send()).toMatch(/^Auto-Submitted: auto-generated\nX-Auto-Response-Suppress: OOF, AutoReply$/m);
  expect(await send('https://downlink.example.org/rules')).toContain(
    '\nList-Unsubscribe: <https://downlink.example.org/rules>\n',
  );
  for (const endUrl of [undefined, 'http://192.168.1.20:8080/rules'])
    expect(await send(endUrl)).not.toContain('List-Unsubscribe');
  rmSync(outboxDir, { recursive: true });
});
