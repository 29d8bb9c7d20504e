/** Settings of the database. */
import { join } from 'node:path';
import { fromCaller, hasStrayUser, wholeNumber } from '../base/settings.ts';
import { StartupError } from '../base/startup-error.ts';

export type DatabaseConfig = {
  /** Absolute folder of the embedded database and its log. */
  readonly dataDir: string;
  /** External PostgreSQL. null = the embedded one. */
  readonly databaseUrl: string | null;
  /** Streaming replica of it, for long reads. null = none. */
  readonly readUrl: string | null;
  /** Query timeout of API calls, ms. */
  readonly statementTimeoutMs: number;
};

/** @throws StartupError */
export function readDatabase(env: NodeJS.ProcessEnv, root: string): DatabaseConfig {
  const dataDir = env.DATA_DIR?.trim();
  const databaseUrl = env.DATABASE_URL?.trim() || null;
  const readUrl = env.DATABASE_READ_URL?.trim() || null;
  if (readUrl && !databaseUrl)
    throw new StartupError(
      'DATABASE_READ_URL names a replica of the database of DATABASE_URL, which is not set. Set both or neither.',
    );
  for (const [name, url] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: readUrl }))
    if (url && URL.canParse(url) && hasStrayUser(new URL(url)))
      throw new StartupError(`${name}: write / ? # @ of the password as %2F %3F %23 %40.`);
  return {
    dataDir: dataDir ? fromCaller(env, dataDir) : join(root, 'data'),
    databaseUrl,
    readUrl,
    statementTimeoutMs: wholeNumber(env, 'STATEMENT_TIMEOUT_MS', 10_000, 100, 600_000),
  };
}
