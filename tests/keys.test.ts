/** The page of keys is complete and correct: it names each letter that the code listens for, and no other. */
import { expect, test } from 'vitest';
import { keyGroups, letters } from '../src/lib/keys.ts';
import { sources } from './support/repository.ts';

const named = ['Ctrl', 'Shift', 'Alt', 'Enter', 'Esc', 'Home', 'End', 'PgUp', 'PgDn', '↑', '↓', '←', '→', '+', '−'];
const onPage = new Set(keyGroups.flatMap(({ keys }) => keys.flatMap(([caps]) => caps.split(' '))));

/** Letters with a listener: properties of the objects of `useListKeys`, and the keys of the whole app. */
function listened(): Set<string> {
  const found = new Set<string>();
  for (const { file, text } of sources(/^src\/(?!.*\.test\.).*\.tsx?$/)) {
    if (!/\b(?:useListKeys|ListKeys)\b/.test(text) && !file.endsWith('app/Shell.tsx')) continue;
    for (const [, quoted, plain, compared] of text.matchAll(/'([/?])':|[\s{]([a-z]): |event\.key === '(.)'/g))
      found.add(quoted ?? plain ?? compared ?? '');
  }
  return found;
}

test('each letter is on the page of keys, and no other is', () => {
  const expected = new Set(letters.map((letter) => letter.toUpperCase()));
  expect([...onPage].filter((cap) => !named.includes(cap)).sort()).toEqual([...expected].sort());
});

test('each letter on the page of keys has a listener, and each listener is on the page', () => {
  expect([...listened()].sort()).toEqual([...letters].sort());
});
