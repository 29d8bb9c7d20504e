/** The path that the worker serves (`BASE_PATH` of the server): '' = the root. */
declare const self: ServiceWorkerGlobalScope;

export const base: string = new URL(self.registration.scope).pathname.replace(/\/$/, '');

/** A path as the rules and stores name it. */
export const withoutBase = (pathname: string): string => pathname.slice(base.length);
