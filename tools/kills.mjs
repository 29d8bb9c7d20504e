/** `npm run test:kills`: ten kill -9 (KILLS) during backup, restore and upgrade each, 20 (NOTICE_KILLS) while notices are sent, then 50 (WRITER_KILLS) under 16 writers of 100,000 messages. */
import { build } from './build.mjs';
import { requirePackages } from './prepare.mjs';
import { bin, run } from './steps.mjs';

requirePackages();
if (!(await build(['server']))) process.exit(1);
const env = { KILLS: '10', WRITER_KILLS: '50', WRITER_MESSAGES: '100000', NOTICE_KILLS: '20', ...process.env };
const server = ['run', '--config', 'tests/vitest.config.ts', '--project', 'server'];
const files = ['tests/server/killed.test.ts', 'tests/server/adopt-older.test.ts'];
const during = await run(bin('vitest'), [...server, ...files], { env });
const sending = await run(bin('vitest'), [...server, 'tests/server/telling-send.test.ts', '-t', 'killed while'], {
  env: { ...env, KILLS: env.NOTICE_KILLS },
});
const under = await run(bin('vitest'), [...server, 'tests/server/launcher.test.ts', '-t', 'under 16 writers'], { env });
process.exitCode = during || sending || under;
