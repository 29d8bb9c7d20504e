/** Settings of the database. */
import { join } from 'node:path';
import { fromCaller, wholeNumber } from '../base/settings.ts';

export type DatabaseConfig = {
  /** Absolute folder of the embedded database and its log. */
  readonly dataDir: string;
  /** External PostgreSQL. null = the embedded one. */
  readonly databaseUrl: string | null;
  /** Query timeout of API calls, ms. */
  readonly statementTimeoutMs: number;
};

/** @throws StartupError */
export function readDatabase(env: NodeJS.ProcessEnv, root: string): DatabaseConfig {
  const dataDir = env.DATA_DIR?.trim();
  return {
    dataDir: dataDir ? fromCaller(env, dataDir) : join(root, 'data'),
    databaseUrl: env.DATABASE_URL?.trim() || null,
    statementTimeoutMs: wholeNumber(env, 'STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
  };
}
