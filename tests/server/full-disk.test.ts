import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callApi, logIn } from '../support/api-client.ts';
import { series } from '../support/messages.ts';
import { runProgram } from '../support/program.ts';

const megabyte = 1_048_576;
const volume = mkdtempSync(join(tmpdir(), 'downlink-full-disk-'));
const isMounted = mount();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', volume]);
  rmSync(volume, { recursive: true, force: true });
});

/** Only as root on Linux. */
function mount(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', volume], { stdio: 'ignore' });
    chmodSync(volume, 0o755);
    return true;
  } catch {
    process.stdout.write('full-disk.test.ts is skipped: this user cannot mount a small volume.\n');
    return false;
  }
}
const freeBytes = (): number => {
  const { bavail, bsize } = statfsSync(volume);
  return bavail * bsize;
};

test.skipIf(!isMounted)(
  'a full disk refuses new messages with 507 while space remains; reading and logging in continue, and freed space ends the refusal',
  async () => {
    const program = runProgram(['--no-demo-traffic'], {
      DATA_DIR: join(volume, 'data'),
      COOKIE_SECRET: 'x'.repeat(40),
    });
    try {
      const server = { apiBase: `${await program.ready}/api/v1` };
      const { token } = await logIn(server, 'admin');
      const stations = (await callApi(server, '/Station', { token })).json as { id: number }[];
      const made = await callApi(server, `/Stations/${stations[0]?.id}/keys`, {
        method: 'POST',
        token,
        body: { name: 'x' },
      });
      expect(made).toMatchObject({ status: 201, json: { key: expect.any(String) } });
      const { key } = made.json as { key: string };
      let sent = 0;
      const post = (count = 2000) => {
        const lines = series(count, (n) => ({
          secondsAgo: ++sent,
          station_id: undefined,
          text: `${sent} ${n} ${'x'.repeat(1500)}`,
        }));
        return callApi(server, '/ingest/acars', {
          method: 'POST',
          token: key,
          rawBody: lines.map((line) => JSON.stringify(line)).join('\n'),
          headers: { 'content-type': 'application/x-ndjson' },
        });
      };
      const first = await post();
      expect(first).toMatchObject({ status: 200, json: { stored: 2000 } });
      const filler = join(volume, 'filler');
      writeFileSync(filler, Buffer.alloc(Math.max(0, freeBytes() - 72 * megabyte)));
      let last = first;
      for (let n = 0; n < 40 && last.status === 200; n++) last = await post();
      expect(last).toMatchObject({ status: 507, json: { message: expect.stringContaining('Reading continues.') } });
      expect(freeBytes()).toBeGreaterThan(16 * megabyte);
      for (let n = 0; n < 5; n++) expect((await post(20)).status).toBe(507);
      const { token: later } = await logIn(server, 'parser');
      expect((await callApi(server, '/AcarsMessage/allUsers?limit=10', { token: later })).status).toBe(200);
      await expect
        .poll(() => callApi(server, '/health'))
        .toMatchObject({ status: 200, json: { status: 'degraded', conditions: [{ name: 'disk' }] } });
      rmSync(filler);
      await expect.poll(async () => (await post(20)).status).toBe(200);
      program.child.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    } finally {
      program.child.kill('SIGKILL');
      await program.ended;
    }
  },
  120_000,
);

test.skipIf(!isMounted)(
  'a start on a full disk ends with a sentence, for a new installation and for one with data',
  async () => {
    writeFileSync(join(volume, 'filler'), Buffer.alloc(freeBytes()));
    for (const folder of ['new', 'data']) {
      const program = runProgram(['--no-demo'], { DATA_DIR: join(volume, folder), COOKIE_SECRET: 'x'.repeat(40) });
      expect(await program.ended, folder).toBe(1);
      expect(program.output(), folder).toMatch(/^The disk is full: .+\.$/m);
      expect(program.output(), folder).not.toMatch(/\bat .+:\d+:\d+/);
    }
  },
);
