/** The npm package: unpacked into an empty folder, with the packages that it declares and no others. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { read, root } from '../support/repository.ts';

const empty = mkdtempSync(join(tmpdir(), 'downlink-package-'));
const installed = join(empty, 'node_modules', 'downlink');
afterAll(() => rmSync(empty, { recursive: true, force: true }));

type Manifest = {
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
};

type Lock = Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;

type BillOfMaterials = {
  readonly components: readonly { readonly name: string; readonly hashes?: readonly object[] }[];
};

test('`npm run package`: the package starts from an empty folder without a build, and a user logs in and reads a list; it ends with npx', async () => {
  const made = spawnSync(process.execPath, ['tools/package.mjs'], { cwd: root, encoding: 'utf8' });
  expect(made.status, made.stderr).toBe(0);
  const file = /^dist\/downlink-.+\.tgz$/m.exec(made.stdout)?.[0] ?? '';
  mkdirSync(installed, { recursive: true });
  spawnSync('tar', ['-xzf', join(root, file), '-C', installed, '--strip-components=1']);
  const { bin, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(installed, 'package.json'), 'utf8'),
  ) as Manifest;
  // Only the app needs these, and it is already built.
  for (const name of ['react', '@mantine/core', 'maplibre-gl', 'vite']) expect(dependencies).not.toHaveProperty(name);
  const bill = JSON.parse(readFileSync(join(root, file.replace(/tgz$/, 'cdx.json')), 'utf8')) as BillOfMaterials;
  const listed = bill.components.map(({ name, hashes }) => (hashes?.length ? name : `${name} without a hash`));
  expect(listed).toEqual(expect.arrayContaining(['react', ...Object.keys(dependencies)]));
  expect(listed).not.toContain('vitest');
  expect(readdirSync(installed).sort()).toEqual([
    ...[
      'LICENSE',
      'NOTICE',
      'README.md',
      'SECURITY.md',
      'dist',
      'docs',
      'downlink.mjs',
      'end-with-npm.mjs',
      'npm-shrinkwrap.json',
      'package.json',
    ],
  ]);
  // What is installed is what was tested: the lock file of the package is part of that of the repository, and fits its manifest.
  const lock = (file: string): Lock => (JSON.parse(readFileSync(file, 'utf8')) as { packages: Lock }).packages;
  const [tested, { '': self, ...locked }] = [
    lock(join(root, 'package-lock.json')),
    lock(join(installed, 'npm-shrinkwrap.json')),
  ];
  for (const [name, { version, integrity }] of Object.entries(locked))
    expect([name, version, integrity]).toEqual([name, tested[name]?.version, tested[name]?.integrity]);
  expect(self).toMatchObject({ dependencies, optionalDependencies });
  expect(Object.keys(locked)).toEqual(
    expect.arrayContaining(Object.keys(dependencies).map((name) => `node_modules/${name}`)),
  );
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const source = join(root, 'node_modules', name);
    const target = join(empty, 'node_modules', name);
    mkdirSync(dirname(target), { recursive: true });
    if (existsSync(source)) symlinkSync(source, target);
  }
  // Without the variables of tracing none of its code is loaded: it is one file, and no package.
  const assets = join(installed, 'dist', 'server', 'assets');
  const [tracing = '', ...more] = readdirSync(assets).filter((name) => name.startsWith('open-telemetry'));
  expect([/^open-telemetry-\S+\.js$/.test(tracing), more]).toEqual([true, []]);
  expect(Object.keys(dependencies).filter((name) => name.startsWith('@opentelemetry/'))).toEqual([]);
  rmSync(join(assets, tracing));

  mkdirSync(join(empty, 'node_modules', '.bin'));
  symlinkSync(join(installed, bin.downlink ?? ''), join(empty, 'node_modules', '.bin', 'downlink'));
  const npx = realpathSync(join(dirname(process.execPath), 'npx'));
  const program = runProgram(['downlink', '--no-demo-traffic'], { DATA_DIR: '' }, { file: npx, cwd: empty });
  const url = await program.ready;
  expect(existsSync(join(empty, 'data', 'postgres'))).toBe(true);
  expect(await (await fetch(`${url}/auth`, { headers: { accept: 'text/html' } })).text()).toContain('<div id="root">');
  const login = await fetch(`${url}/api/v1/account/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'parser', password: 'downlink', role: '', terms: 0, company: '' }),
  });
  const { token } = (await login.json()) as { token: string };
  const list = await fetch(`${url}/api/v1/airport?offset=0&limit=1`, { headers: { authorization: `Bearer ${token}` } });
  expect(list.status).toBe(200);
  // Killed, npx ends nothing itself: the server and its database end with it, and the next start is free.
  program.child.kill('SIGKILL');
  await program.ended;
  const isServed = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const isLeft = async () => existsSync(join(empty, 'data', 'postgres', 'postmaster.pid')) || (await isServed());
  await expect.poll(isLeft).toBe(false);
});

test('the image runs as a user without rights on a read-only root, and its compose files and service unit stop it in time', () => {
  const image = read('Dockerfile').text;
  expect(validate(image).map(({ message }) => message)).toEqual([]);
  expect(image.match(/^FROM /gm)).toHaveLength(3);
  // After the last stage: a user by number, a health check, and the program itself as the process that gets the signal.
  const last = image.slice(image.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last).toMatch(/^HEALTHCHECK [\s\S]+\/api\/v1\/health\/live/m);
  expect(last).toMatch(/^ENTRYPOINT \["node", "\/app\/downlink\.mjs"\]$/m);
  // Packages from the lock file, images by their content.
  expect(image).not.toMatch(/npm install/);
  expect(image).toMatch(/^ARG BASE=\S+@sha256:[0-9a-f]{64}$/m);
  expect(last).not.toMatch(/^ADD |:latest|password|token/im);
  for (const file of ['compose.yaml', 'deploy/compose.postgres.yaml']) {
    const { text } = read(file);
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'no-new-privileges:true', 'stop_grace_period: 40s'])
      expect(text, file).toContain(line);
    expect(text, file).not.toMatch(/:latest|POSTGRES_PASSWORD: [^$]/);
    // Plain HTTP and decoder ports without authentication are open on this machine only, unless the owner chooses.
    const published = [...text.matchAll(/'([^' ]*):\d+:\d+(?:\/\w+)?'/g)].map(([, address]) => address);
    expect(published.length, file).toBeGreaterThan(0);
    for (const address of published) expect(address, file).toMatch(/^\$\{PUBLISH(_RECEIVERS)?:-127\.0\.0\.1\}$/);
    for (const [, name] of text.matchAll(/^ +image: (\S+:\S+)$/gm))
      if (!name?.startsWith('$')) expect(name).toContain('@sha256:');
  }
  const unit = read('deploy/downlink.service').text;
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'StateDirectory=downlink', 'TimeoutStopSec=40'])
    expect(unit).toContain(line);
});
