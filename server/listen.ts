/** The address on which the server listens. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartupError } from './base/startup-error.ts';
import type { Config } from './config.ts';

/** Open connections are closed after this time. */
const closeMs = 2000;

/** Resolves to the address as a person opens it. @throws StartupError */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw portTrouble(error as NodeJS.ErrnoException, config);
  }
  const { port } = app.server.address() as AddressInfo;
  const host = /^(0\.0\.0\.0|::)$/.test(config.host) ? '127.0.0.1' : config.host;
  return `${config.tls ? 'https' : 'http'}://${inAddress(host)}:${port}`;
}

/** An IPv6 address needs brackets before a port. */
export const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host);

function portTrouble(error: NodeJS.ErrnoException, config: Config): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      `Port ${config.port} is already in use. Choose another one: PORT=${config.port + 1} npm start`,
    );
  if (error.code === 'EACCES')
    return new StartupError(
      `This user may not listen on port ${config.port}. Choose one above 1023: PORT=8080 npm start`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartupError(`HOST=${config.host} is not an address of this machine.`);
  return error;
}

/** Connections that do not end are closed. */
export async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), closeMs);
  await app.close();
  clearTimeout(cut);
}
