/** App shell: addresses that open the app, and responses that may be cached. Pure. */

/** Name of the meta tag that vite.config.ts adds to index.html. */
export const shellMarker = 'downlink-shell';

/** Navigations that go to the server: its calls, tiles, repair page, settings, and anything with an extension. */
const notTheApp = /^\/(api|tiles|reset|docs)(\/|$)|\/[^/]*\.[^/]*$/i;

/** Whether index.html is the response for this path (no query). */
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
 * Whether this response may be cached for this path. A captive portal responds to everything with its own page and status 200,
 * so the type must match the extension, and a page must contain our marker.
 */
export async function isOurAsset(pathname: string, response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected || response.type === 'opaque') return false;
  const extension = /\.([^./]+)$/.exec(pathname)?.[1]?.toLowerCase() ?? 'html';
  const type = response.headers.get('content-type')?.trim().toLowerCase() ?? '';
  if (!expectedType[extension]?.test(type)) return false;
  return extension !== 'html' || (await response.clone().text()).includes(`name="${shellMarker}"`);
}
