import { afterEach, expect, test, vi } from 'vitest';
import { savesData } from './world/countries-aside.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['a browser that saves data', { connection: { saveData: true }, serviceWorker: { controller: null } }, true],
  ['the same in an insecure context', { connection: { saveData: true } }, true],
  ['the installed app', { connection: { saveData: true }, serviceWorker: { controller: {} } }, false],
  ['a browser that does not', { connection: { saveData: false }, serviceWorker: { controller: null } }, false],
  ['a browser that does not say', { serviceWorker: { controller: null } }, false],
])('%s', (_who, navigator, isSaving) => {
  vi.stubGlobal('navigator', navigator);
  expect(savesData()).toBe(isSaving);
});
