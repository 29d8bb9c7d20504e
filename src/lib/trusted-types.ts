/**
 * Trusted Types (decision 24): the two policies that the server's header allows. `downlink` names our own scripts. `default` is for
 * libraries that set text themselves. Everything else is blocked and reported by the browser.
 */

/** Accepted by Worker and by the registration of the service worker. A plain text in browsers without Trusted Types. */
type ScriptAddress = string;

type Rules = {
  readonly createHTML?: (text: string) => string | null;
  readonly createScriptURL?: (address: string) => string | null;
};
type Policy = { createScriptURL(address: string): unknown };
const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Rules): Policy } }).trustedTypes;

/** The built files of this server. */
const ownScript = (address: string): string | null => {
  const { origin, pathname } = new URL(address, location.href);
  const isOwn = origin === location.origin && /\/(assets\/[\w.-]+|service-worker)\.m?js$/.test(pathname);
  return isOwn ? address : null;
};

const own = factory?.createPolicy('downlink', { createScriptURL: ownScript });

/** @throws TypeError if it is not a file of the build */
export const trustedScript = (address: string): ScriptAddress =>
  // The object is accepted wherever a text is. Without the build (development) the server sends no such header.
  own && !import.meta.env.DEV ? (own.createScriptURL(address) as string) : address;

/** Mantine writes CSS as HTML: without these characters it cannot become an element. */
const textWithoutMarkup = (text: string): string | null => (/[<&]/.test(text) ? null : text);

/** For Mantine's style elements and MapLibre's worker. Call once, before the first library renders. */
export function trustLibrariesOfPage(): void {
  factory?.createPolicy('default', { createHTML: textWithoutMarkup, createScriptURL: ownScript });
}

/** For the compression in the export worker, which creates its own worker from a blob. */
export function trustBlobsOfWorker(): void {
  factory?.createPolicy('default', {
    createScriptURL: (address) => (address.startsWith(`blob:${location.origin}/`) ? address : null),
  });
}
