/**
 * Reloads once when a chunk fails to load after a deployment.
 * Imports stopped by a navigation must not trigger it: the reload would replace the navigation.
 */
import { basePath } from '../lib/base-path.ts';

const reloadedKey = 'downlink-reloaded-at';
const reloadAgainAfterMs = 60_000;

/** Whether the server has another build than this page. A page that is being left gets no response and stays. */
async function hasOtherBuild(): Promise<boolean> {
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!script) return false;
  try {
    // With a query: without one the service worker responds from its cache.
    const response = await fetch(`${basePath}/index.html?build`, { cache: 'no-store' });
    const html = await response.text();
    // A captive portal responds with its own page.
    return response.ok && html.includes('id="boot"') && !html.includes(script);
  } catch {
    return false;
  }
}

/** Not offline, and at most once per minute. */
export async function reloadForMissingChunk(reload: () => void): Promise<void> {
  if (!navigator.onLine || !(await hasOtherBuild())) return;
  try {
    const last = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (Date.now() - last < reloadAgainAfterMs) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    return; // without a record of the last reload a loop could not be detected
  }
  reload();
}
