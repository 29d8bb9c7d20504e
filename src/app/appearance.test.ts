import { expect, test } from 'vitest';
import { readAppearance } from './appearance.ts';

test('what was chosen is read back', () => {
  expect(readAppearance('{"scheme":"dark","contrast":"more"}')).toEqual({ scheme: 'dark', contrast: 'more' });
});
test('what cannot be read is left to the system', () => {
  const system = { scheme: 'auto', contrast: 'auto' };
  for (const stored of [
    null,
    '',
    'dark',
    'null',
    '[]',
    '7',
    '{"scheme":"pink","contrast":9}',
    '{"__proto__":{"scheme":"dark"}',
  ])
    expect(readAppearance(stored), String(stored)).toEqual(system);
});
