/** A headless shell of Chromium from the npm registry, which runs the browser tests in less CPU time than Debian's (decision 42). */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { cache, run } from './steps.mjs';

const version = '153.0.0';
/** Of the archive, as the registry states it. */
const integrity = 'sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
const folder = join(cache, `headless-shell-${version}`);
const program = join(folder, 'chromium');

/** Its path, or null before `fetchHeadlessShell`. */
export const packagedShell = () => (existsSync(program) ? program : null);

/** Downloads and unpacks it once per clone: 70 MB. If that fails, one line says so, and the tests use the complete Chromium. */
export async function fetchHeadlessShell() {
  if (existsSync(program) || process.platform !== 'linux' || process.arch !== 'x64') return;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'headless-shell-'));
  try {
    const pack = ['pack', `@sparticuz/chromium@${version}`, '--pack-destination', aside];
    if ((await run('npm', pack, { silent: true })) !== 0) throw new Error('npm pack failed.');
    const archive = join(aside, `sparticuz-chromium-${version}.tgz`);
    await unpackShell(archive, integrity, aside);
    rmSync(archive);
    // Fails where one of its libraries is missing.
    execFileSync(join(aside, 'chromium'), ['--version'], { stdio: 'ignore' });
    renameSync(aside, folder);
  } catch (error) {
    console.error(`The browser tests use the complete Chromium, which is slower: ${error.message.split('\n')[0]}`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** @throws if the archive is not the expected one */
export async function unpackShell(archive, expected, target) {
  const found = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
  if (found !== expected) throw new Error('the archive of the registry is not the expected one.');
  const [shell, drivers] = ['chromium', 'swiftshader.tar'];
  const packed = [shell, drivers].map((name) => `package/bin/${name}.br`);
  execFileSync('tar', ['-xzf', archive, '-C', target, '--strip-components=2', ...packed]);
  for (const name of [shell, drivers]) {
    const from = join(target, `${name}.br`);
    await pipeline(
      createReadStream(from),
      createBrotliDecompress(),
      createWriteStream(join(target, name), { mode: 0o755 }),
    );
    rmSync(from);
  }
  execFileSync('tar', ['-xf', join(target, drivers), '-C', target]);
  rmSync(join(target, drivers));
}
