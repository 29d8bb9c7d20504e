import { expect, test } from 'vitest';
import { readAppearance } from './appearance.ts';

test('the selected appearance is restored', () => {
  expect(readAppearance('{"scheme":"dark","contrast":"more"}')).toEqual({ scheme: 'dark', contrast: 'more' });
});
test('unreadable values use the system setting', () => {
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
