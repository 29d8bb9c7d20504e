/** The host of this server in lines that people copy to other machines. Pure. */

export const isLoopback = (host: string): boolean => /^(127\.|\[?::1\]?$|localhost$)/.test(host);

/** In place of a host that nobody knows. Also a valid name in an address. */
const unknownHost = 'server-address';

/** That of the page, or of the server if the page was opened on the server itself. `serverHost` null = unknown. */
export const hostForOthers = (pageHost: string, serverHost: string | null): string =>
  isLoopback(pageHost) ? (serverHost ?? unknownHost) : pageHost;
