/**
 * `npm run import | backup | restore | station-key | distribute | audit:purge | erase | redecode | demo:remove | admin:reset`: a server command, built first if outdated.
 * Works with or without a running server.
 */
import { requireNode, requirePackages } from './prepare.mjs';

requireNode();
requirePackages();
const { build } = await import('./build.mjs');
if (!(await build(['server']))) process.exit(1);
// Files are named from where the person is, not from where npm puts us.
if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
await import('../dist/server/main.js');
