/** The sabotages still match the code. Whether tests catch them: npm run test:sabotage. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sabotages } from '../tools/sabotages.mjs';
import { root } from './support/repository.ts';

test('each sabotage replaces one text of its file, and names tests that exist', () => {
  expect(sabotages.length).toBeGreaterThanOrEqual(20);
  const faults = sabotages.filter(({ file, from, to, tests }) => {
    const code = readFileSync(join(root, file), 'utf8');
    return code.split(from).length !== 2 || from === to || !tests.every((name) => existsSync(join(root, name)));
  });
  expect(faults.map(({ name }) => name)).toEqual([]);
});
