/** `npm run test:kills`: ten kill -9 (KILLS) during backup, restore and upgrade each. */
import { build } from './build.mjs';
import { requirePackages } from './prepare.mjs';
import { bin, run } from './steps.mjs';

requirePackages();
if (!(await build(['server']))) process.exit(1);
const env = { KILLS: '10', ...process.env };
const args = ['run', '--config', 'tests/vitest.config.ts', '--project', 'server', 'tests/server/killed.test.ts'];
process.exitCode = await run(bin('vitest'), args, { env });
