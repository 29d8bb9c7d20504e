/**
 * The shell: which addresses open the app, and which answers may be kept as a part of it. Pure, so that it is tested without a worker.
 * Must not: touch caches, fetch, or know a screen.
 */

/** Name of the meta tag that vite.config.ts puts into index.html. */
export const shellMarker = 'downlink-shell';

/** Navigations that go to the server: its calls, its tiles, its repair page, its settings, and anything with an extension. */
const notTheApp = /^\/(api|tiles|reset)(\/|$)|\/[^/]*\.[^/]*$/i;

/** Is this path (no query) one that index.html answers? */
export function opensTheApp(pathname: string): boolean {
  return !notTheApp.test(pathname);
}

const expectedType: Readonly<Record<string, RegExp>> = {
  js: /javascript/,
  mjs: /javascript/,
  css: /^text\/css/,
  html: /^text\/html/,
  svg: /^image\/svg/,
  png: /^image\/png/,
  woff2: /^(font\/woff2|application\/(font-woff2|octet-stream))/,
  json: /json/,
  webmanifest: /json/,
};

/**
 * May this answer be kept for this path? A captive portal answers every request with its own page and status 200,
 * so the type must fit the extension, and a page must carry our marker.
 */
export async function isOurAsset(pathname: string, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected || response.type === 'opaque') return false;
  const extension = /\.([^./]+)$/.exec(pathname)?.[1]?.toLowerCase() ?? 'html';
  const type = response.headers.get('content-type')?.trim().toLowerCase() ?? '';
  if (!expectedType[extension]?.test(type)) return false;
  return extension !== 'html' || (await response.clone().text()).includes(`name="${shellMarker}"`);
}
