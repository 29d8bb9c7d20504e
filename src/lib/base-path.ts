/** The path that the app is served under (`BASE_PATH` of the server): '' = the root, else `/radio`. */

/** From the address of this file, so that one build serves every path. */
export const basePath: string = /^(.*)\/assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1] ?? '';

/** A path of the page as the routes name it. */
export const pathInApp = (pathname: string, base = basePath): string =>
  base !== '' && (pathname === base || pathname.startsWith(`${base}/`)) ? pathname.slice(base.length) || '/' : pathname;

/** Path and query of the page, as the routes name them. */
export const currentPath = (): string =>
  typeof location === 'undefined' ? '/' : pathInApp(location.pathname) + location.search;
