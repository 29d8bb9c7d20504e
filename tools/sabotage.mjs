/** `npm run test:sabotage`: makes each fault of sabotages.mjs in a copy of the tree, and expects its tests to fail. Words = only faults with one of them. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { requirePackages } from './prepare.mjs';
import { sabotages } from './sabotages.mjs';
import { bin, run } from './steps.mjs';

requirePackages();
if (!(await build())) process.exit(1);
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const words = process.argv.slice(2);
const chosen = sabotages.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const copy = mkdtempSync(join(tmpdir(), 'downlink-sabotage-'));
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root });
for (const file of listed.toString().split('\0').filter(Boolean)) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file), { verbatimSymlinks: true });
}
cpSync(join(root, 'dist'), join(copy, 'dist'), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const buildServer = "process.exit((await (await import('./tools/build.mjs')).build(['server'])) ? 0 : 1)";
/** Whether all tests pass. A build that fails proves nothing. */
async function passes(tests, shown = { silent: true }) {
  const built = await run(process.execPath, ['--input-type=module', '-e', buildServer], { cwd: copy, silent: true });
  if (built !== 0) throw new Error('The server was not built.');
  const args = ['run', '--config', 'tests/vitest.config.ts', ...tests];
  return (await run(bin('vitest'), args, { cwd: copy, ...shown })) === 0;
}

const survived = [];
try {
  const all = [...new Set(chosen.flatMap(({ tests }) => tests))];
  if (!(await passes(all, { quiet: true }))) throw new Error('The tests fail without a sabotage.');
  console.log(`ok      without a sabotage ${all.length} files of tests pass`);
  for (const { name, file, from, to, tests } of chosen) {
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      before.replace(from, () => to),
    );
    const isMissed = await passes(tests);
    writeFileSync(path, before);
    if (isMissed) survived.push(name);
    console.log(`${isMissed ? 'MISSED ' : 'caught '} ${name} (${file})`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${chosen.length - survived.length} of ${chosen.length} caught`);
process.exitCode = survived.length > 0 ? 1 : 0;
