/**
 * Real recordings in a folder next to the checkout: optional (CONTRIBUTING, "Tests").
 * The only file of the repository that names a path outside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './repository.ts';

const folder = join(root, '../shared/data');
const files = [
  'acars/stream.jsonl',
  'acars/messages.jsonl',
  'adsb/golden.jsonl',
  'satcom/lines.jsonl',
  ...['beast-30005.bin', 'avr-out-30002.txt', 'sbs-30003.txt', 'fed-avr.txt'].map((name) => `adsb/dump1090/${name}`),
  ...[1, 2, 3].map((number) => `aircraft-json/sdre_aircraft_${number}.json`),
  ...['aircraft', 'airlines', 'model-type', 'routes'].map((name) => `reference/vrs-${name}.csv`),
] as const;

/** All of them are there. */
export const hasRealData = files.every((file) => existsSync(join(folder, file)));
/** `REAL_DATA=required`: a missing folder is a failure. */
export const isRealDataRequired = process.env.REAL_DATA === 'required';

export const readRealBytes = (file: string): Uint8Array => readFileSync(join(folder, file));
export const readReal = (file: string): string => readFileSync(join(folder, file), 'utf8');
export const realLines = (file: string): string[] => readReal(file).split('\n').filter(Boolean);

/** The repository's own recording, and the real one if present. The same tests run on both. */
export const withReal = <T>(own: T, real: () => T): readonly T[] => (hasRealData ? [own, real()] : [own]);

/** Global setup of the server tests: reports that the extra does not run. */
export default function reportRealData(): void {
  if (!hasRealData && !isRealDataRequired)
    process.stdout.write(
      'Not run: the tests on real recordings, which are not in the repository (CONTRIBUTING, Tests).\n',
    );
}
