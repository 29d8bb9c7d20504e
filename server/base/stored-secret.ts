import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartupError } from './startup-error.ts';

/** Of 192 bits as text. */
const secretLength = 32;

/**
 * A random secret in a file of the data folder, readable by its owner only, created if missing. Never log it.
 * @throws StartupError if the file is incomplete
 */
export function storedSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    create(file);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < secretLength)
    throw new StartupError(
      `The file ${name} in the data folder has fewer than ${secretLength} characters. Restore it from a copy. Without one, delete it if it is session-secret: a new one is made.`,
    );
  return secret;
}

/** Whole or not at all: written under another name, then linked. Of two processes that start together, the second uses the first one's. */
function create(file: string): void {
  const making = `${file}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  const handle = openSync(making, 'wx', 0o600);
  try {
    writeSync(handle, randomBytes(24).toString('base64url'));
    fsyncSync(handle);
    linkSync(making, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    rmSync(making, { force: true });
  }
}
