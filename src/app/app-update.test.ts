import { afterEach, expect, test, vi } from 'vitest';
import { reloadForMissingChunk } from './app-update.ts';

const page = (script: string): string => `<div id="boot"></div><script type="module" src="${script}"></script>`;

/** A page of the build 'a' whose chunk failed to load twice; returns the number of reloads. */
async function reloadsAfter(response: () => Promise<Response>): Promise<number> {
  const stored = new Map<string, string>();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => '/assets/index-a.js' }) });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('fetch', response);
  const reload = vi.fn();
  await reloadForMissingChunk(reload);
  await reloadForMissingChunk(reload);
  return reload.mock.calls.length;
}
afterEach(() => vi.unstubAllGlobals());

test('a missing chunk after a deployment reloads the page, once', async () => {
  expect(await reloadsAfter(async () => new Response(page('/assets/index-b.js')))).toBe(1);
});
test.each([
  ['a navigation that stops an import', async () => new Response(page('/assets/index-a.js'))],
  ['a page that is being left', () => Promise.reject(new TypeError('NetworkError'))],
  ['a captive portal', async () => new Response('<h1>Sign in</h1>')],
  ['a server error', async () => new Response(page('/assets/index-b.js'), { status: 503 })],
])('%s does not reload the page', async (_why, response) => {
  expect(await reloadsAfter(response)).toBe(0);
});
