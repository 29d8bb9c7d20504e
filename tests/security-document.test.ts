import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { read, root } from './support/repository.ts';

test('SECURITY.md names for each of 32 items a test that exists', () => {
  const rows = [...read('SECURITY.md').text.matchAll(/^\| (\d+) \| .+ \| `(\S+)`: "(.+)" \|$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 32 }, (_, at) => at + 1));
  const hasTest = (file: string, words: string) =>
    existsSync(join(root, file)) &&
    read(file)
      .text.split('\n')
      .some((line) => /^\s*test\(['"`]/.test(line) && line.includes(words));
  expect(rows.filter(([, , file = '', words = '']) => !hasTest(file, words)).map(([row]) => row)).toEqual([]);
});

test('every package has an exact version and a hash', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json').text) as Record<
    string,
    Record<string, string>
  >;
  const named = Object.entries({ ...dependencies, ...devDependencies });
  expect(named.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual([]);
  const { packages } = JSON.parse(read('package-lock.json').text) as {
    packages: Record<string, { integrity?: string }>;
  };
  const installed = Object.entries(packages).filter(([path]) => path !== '');
  expect(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});
