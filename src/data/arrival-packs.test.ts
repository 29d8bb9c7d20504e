import { afterEach, expect, test, vi } from 'vitest';
import { isGoodLink } from './arrival-packs.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a fast one', { connection: { saveData: false, effectiveType: '4g' } }, true],
  ['a browser that does not say', {}, true],
  ['a user who saves data', { connection: { saveData: true, effectiveType: '4g' } }, false],
  ['a slow one', { connection: { saveData: false, effectiveType: '3g' } }, false],
])('%s stores aircraft without a press: %o', (_which, navigator, isGood) => {
  vi.stubGlobal('navigator', navigator);
  expect(isGoodLink()).toBe(isGood);
});
