/** A clone in an empty folder contains everything that its tests need. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryFiles, root } from './support/repository.ts';

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'downlink-clone-'));
const clone = join(folder, 'downlink');
/** The files of the repository, as `git clone` would hand them out after a commit. */
const files = repositoryFiles();
beforeAll(() => {
  for (const file of files) cpSync(join(root, file), join(clone, file), { verbatimSymlinks: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Created by its own commands. */
const isMade = (path: string): boolean => /^(node_modules|dist|test-results|\.cache)(\/|$)/.test(path);
/** The only permitted place: real recordings are an extra, and it reports their absence. */
const mayLeadOut = 'tests/support/real-data.ts';

describe('a clone in an empty folder', () => {
  test('contains no path out of the repository: each upward path names an existing file or folder', () => {
    const upwards = /(?<![\w./])(?:\.\.\/)+[^\s'"`()[\]{},;|<>#$?*\\]*/g;
    const fromRoot = /\broot, *['"`]\.\./;
    const isText = /\.(tsx?|mjs|js|json|md|css|html|sql|ya?ml|webmanifest)$|^\.ci\//;
    const faults = files
      .filter((file) => isText.test(file) && file !== mayLeadOut)
      .flatMap((file) =>
        readFileSync(join(clone, file), 'utf8')
          .split('\n')
          .flatMap((line, at) => {
            const paths = [...line.matchAll(upwards)].map(([path]) => join(dirname(file), path));
            const isIn = (path: string) => isMade(path) || (!path.startsWith('..') && existsSync(join(clone, path)));
            return paths.every(isIn) && !fromRoot.test(line) ? [] : [`${file}:${at + 1}  ${line.trim()}`];
          }),
      );
    expect(faults).toEqual([]);
    const links = files.filter((file) => relative(clone, realpathSync(join(clone, file))).startsWith('..'));
    expect(links).toEqual([]);
  });

  test('runs the tests on recordings with only its own recordings, skips none, and reports the missing ones in one line', async () => {
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
    const { REAL_DATA: _, ...env } = process.env;
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--config', 'tests/vitest.config.ts', '--no-cache', '--reporter=verbose'];
    const child = spawn(process.execPath, [...args, 'tests/recordings.test.ts', 'server/input/receive/acars-json'], {
      cwd: clone,
      env,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const code = await new Promise((ended) => child.once('close', ended));
    const text = stripVTControlCharacters(output);
    expect(code, text).toBe(0);
    expect(text).toContain('our own recording');
    expect(text).not.toMatch(/a real recording|\d+ skipped/);
    expect(text.match(/^Not run: the tests on real recordings/gm)).toHaveLength(1);
  });
});
