import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartupError } from './startup-error.ts';
import { storedSecret } from './stored-secret.ts';

test('a secret is written whole, for its owner only, and stays; a short one is refused and not replaced', () => {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-secret-'));
  const file = join(folder, 'session-secret');
  const secret = storedSecret(folder, 'session-secret');
  expect(secret).toMatch(/^[\w-]{32}$/);
  expect(storedSecret(folder, 'session-secret')).toBe(secret);
  expect([readdirSync(folder), statSync(file).mode & 0o777]).toEqual([['session-secret'], 0o600]);
  for (const text of ['', '\n', secret.slice(1)]) {
    writeFileSync(file, text);
    expect(() => storedSecret(folder, 'session-secret')).toThrow(StartupError);
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  rmSync(folder, { recursive: true });
});
