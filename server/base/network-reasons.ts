/** Reasons of failed connections in words. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused: no program listens on this port',
  ECONNRESET: 'the other side closed the connection',
  EPIPE: 'the other side closed the connection',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  EHOSTDOWN: 'the host is unreachable',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ETIMEDOUT: 'no answer',
  EADDRINUSE: 'the port is already in use on the server',
  EACCES: 'the server may not use this port',
  ENOENT: 'the file does not exist',
  EADDRNOTAVAIL: 'this is not an address of the server',
};

/** A code of the system, or a text, which stays. */
export const reasonInWords = (reason: string): string =>
  texts[reason] ?? (reason.startsWith('HPE_') ? 'the response is not HTTP' : reason);

/** Never more than the code: other texts of the system contain addresses. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== undefined) return reasonInWords(code);
  return error instanceof AggregateError ? reasonOf(error.errors[0]) : 'the connection failed';
}
