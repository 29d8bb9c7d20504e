/** `npm run test:fuzz`: 20,000 generated requests (FUZZ_REQUESTS) from a new seed, or from that of FUZZ_SEED. */
import { randomInt } from 'node:crypto';
import { build } from './build.mjs';
import { requirePackages } from './prepare.mjs';
import { bin, run } from './steps.mjs';

requirePackages();
if (!(await build(['server']))) process.exit(1);
const env = { FUZZ_REQUESTS: '20000', FUZZ_SEED: String(randomInt(2 ** 31)), ...process.env };
const args = ['run', '--config', 'tests/vitest.config.ts', '--project', 'server', 'tests/contract/fuzz.test.ts'];
process.exitCode = await run(bin('vitest'), args, { env });
