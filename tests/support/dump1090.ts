/** A real dump1090 as a source of frames: optional (CONTRIBUTING, "Tests"). */
import { spawnSync } from 'node:child_process';

export const dump1090 = 'dump1090-mutability';
export const hasDump1090 = spawnSync(dump1090, ['--help']).error === undefined;

/** Global setup of the server tests: reports that the extra does not run. */
export default function reportDump1090(): void {
  if (!hasDump1090) process.stdout.write(`Not run: the test with a real ${dump1090}, which is not installed.\n`);
}
