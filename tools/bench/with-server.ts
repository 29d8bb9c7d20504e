/** A server on its own database for one bench. */
import { startCluster } from '../../tests/support/cluster.ts';
import { type ServerOptions, startProgram, type TestProgram } from '../../tests/support/server.ts';

/** No rate limit, and a log of warnings only. */
export const benchEnv = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'warn' } as const;

export async function withServer<T>(options: ServerOptions, work: (server: TestProgram) => Promise<T>): Promise<T> {
  const stopCluster = await startCluster();
  try {
    const server = await startProgram({ ...options, env: { ...benchEnv, ...options.env } });
    try {
      return await work(server);
    } finally {
      await server.dispose();
    }
  } finally {
    await stopCluster();
  }
}
