/**
 * `npm run package`: the built app and server as one npm package in dist/, with the packages of the server only, and next to it a bill of
 * materials. Nothing is compiled or built where it is installed.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pages } from './docs.mjs';
import { requireNode, requirePackages } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const staging = join(root, 'dist', 'package');
const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const writeJson = (file, value) => writeFileSync(join(staging, file), `${JSON.stringify(value, null, 2)}\n`);

requireNode();
requirePackages();
const { build } = await import('./build.mjs');
if (!(await build())) process.exit(1);

const manifest = readJson('package.json');
rmSync(staging, { recursive: true, force: true });
mkdirSync(join(staging, 'dist'), { recursive: true });
for (const folder of ['app', 'server'])
  cpSync(join(root, 'dist', folder), join(staging, 'dist', folder), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
for (const file of new Set(['LICENSE', 'NOTICE', ...pages.map((page) => page.file)]))
  cpSync(join(root, file), join(staging, file));
for (const file of ['downlink.mjs', 'end-with-npm.mjs']) cpSync(join(root, 'tools', file), join(staging, file));

const { name, version, description, license, type, engines, optionalDependencies } = manifest;
writeJson('package.json', {
  ...{ name, version, description, license, type, engines },
  bin: { downlink: 'downlink.mjs' },
  dependencies: serverPackages(manifest.dependencies),
  optionalDependencies,
  overrides: manifest.overrides,
});
writeShrinkwrap();

console.log(`dist/${npm(['pack', staging, '--pack-destination', join(root, 'dist'), '--silent'], staging).trim()}`);
writeFileSync(join(root, 'dist', `${name}-${version}.cdx.json`), billOfMaterials());

/** Output of npm, or the end of this program with npm's own error. */
function npm(args, cwd) {
  const how = { cwd, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64_000_000 };
  const { status, stdout, stderr } = spawnSync('npm', args, how);
  if (status === 0) return stdout;
  console.error(`npm ${args[0]} failed.\n${stderr}`);
  process.exit(1);
}

/** The versions and hashes of the server's packages, from the lock file of this repository: `npm ci` installs what was tested. */
function writeShrinkwrap() {
  cpSync(join(root, 'package-lock.json'), join(staging, 'package-lock.json'));
  cpSync(join(root, '.npmrc'), join(staging, '.npmrc'));
  // Drops what the server does not need. Every version that stays is in the lock file, so it needs no registry.
  npm(['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], staging);
  renameSync(join(staging, 'package-lock.json'), join(staging, 'npm-shrinkwrap.json'));
  rmSync(join(staging, '.npmrc'));
}

/** Every package of app and server with version, licence and hash, as CycloneDX. npm names the folder instead of the package. */
function billOfMaterials() {
  const bill = JSON.parse(
    npm(['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'], root),
  );
  bill.metadata.component.name = name;
  // `--omit=dev` would drop packages that a tool needs, too.
  const isTool = ({ properties }) => properties.some((one) => one.name === 'cdx:npm:package:development');
  bill.components = bill.components.filter((component) => !isTool(component));
  const refs = new Set(bill.components.map((component) => component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref) || ref === bill.metadata.component['bom-ref'])
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Packages whose name the built server contains: imported, or read as data. */
function serverPackages(all) {
  const built = readdirSync(join(root, 'dist', 'server'), { recursive: true })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(root, 'dist', 'server', file), 'utf8'))
    .join('\n');
  const isNamed = (one) =>
    ['"', "'", '`'].some((quote) => built.includes(quote + one + quote) || built.includes(`${quote + one}/`));
  return Object.fromEntries(Object.entries(all).filter(([one]) => isNamed(one)));
}
