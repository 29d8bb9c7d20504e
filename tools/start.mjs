/**
 * `npm start`: installs and builds what is missing, then runs the server in this process, so that Ctrl-C ends everything.
 * Imports no package before the installation.
 */
import { endWithNpm } from './end-with-npm.mjs';
import { requireNode, requirePackages } from './prepare.mjs';

requireNode();
requirePackages();
const { build } = await import('./build.mjs');
if (!(await build())) {
  console.error('The build failed (see above). Nothing was started.');
  process.exit(1);
}
endWithNpm();
console.log('Starting ...');
await import('../dist/server/main.js');
