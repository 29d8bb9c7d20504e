import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oldestChromium, tooOld } from '../tools/chromium.mjs';
import { unpackShell } from '../tools/headless-shell.mjs';
import { read } from './support/repository.ts';

test('the browser tests run with the oldest Chromium named in the README or a later one; an older one is reported in one line', () => {
  expect(read('README.md').text).toContain(`Chromium ${oldestChromium} or later`);
  expect(tooOld(`${oldestChromium}.0.7871.100`)).toBeNull();
  expect(tooOld(`${oldestChromium + 6}.0.8078.79`)).toBeNull();
  const line = tooOld(`${oldestChromium - 1}.0.7778.56`);
  expect(line).toMatch(
    new RegExp(
      `^[^\\n]*Chromium ${oldestChromium} or later[^\\n]*${oldestChromium - 1}[^\\n]*npx playwright install[^\\n]*$`,
    ),
  );
});

test('a downloaded browser other than the expected one is not unpacked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'downlink-shell-'));
  try {
    const archive = join(folder, 'archive.tgz');
    writeFileSync(archive, 'other content');
    const other = `sha512-${'A'.repeat(86)}==`;
    await expect(unpackShell(archive, other, folder)).rejects.toThrow('not the expected one');
    expect(readdirSync(folder)).toEqual(['archive.tgz']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
