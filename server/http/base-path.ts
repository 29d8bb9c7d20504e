/** `BASE_PATH`: the path that a reverse proxy serves Downlink under, whether or not the proxy removes it from the requests. */
import { StartupError } from '../base/startup-error.ts';

/** First parts of the server's own addresses. With such a base path, addresses with and without it would be ambiguous. */
const taken = /^\/(api|assets|docs|icons|tiles)(\/|$)/i;

/** '' = the root, else `/radio`. @throws StartupError */
export function readBasePath(value: string | undefined): string {
  const path = value?.trim().replace(/(?<!\/)\/+$/, '') ?? '';
  if (path === '') return '';
  if (!/^(\/[\w~-][\w.~-]*)+$/.test(path) || taken.test(path))
    throw new StartupError(
      'BASE_PATH must be a path such as /downlink: letters, digits, - . _ ~, and not /api, /assets, /docs, /icons or /tiles.',
    );
  return path;
}

/** Address of a request without the base path. */
export function withoutBase(base: string, url: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}

/** A page or the manifest, with the base path before each address of this server. */
export const underBase = (base: string, text: string): string =>
  text.replace(/(\b(?:href|src)="|"(?:id|start_url|scope|src|url)":\s*")\/(?!\/)/g, `$1${base}/`);
