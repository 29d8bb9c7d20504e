/**
 * Why the server cannot start, in words for the person at the terminal.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

const databaseHint =
  'Or let Downlink use a PostgreSQL of yours:  DATABASE_URL=postgres://user:password@host:5432/name npm start';

/** A reason that another database would cure: the sentence plus how to set DATABASE_URL. */
export function withDatabaseHint(message: string): StartupError {
  return new StartupError(`${message}\n${databaseHint}`);
}

/** The sentence for an error that a full disk caused, wherever it showed; null for others. */
export function diskFullError(error: unknown): StartupError | null {
  const { message = '', code = '' } = (error ?? {}) as { message?: string; code?: string };
  if (!/No space left on device/i.test(message) && code !== 'ENOSPC' && code !== '53100') return null;
  return new StartupError(
    'The disk is full: the database cannot go on. Free some space (or set DATA_DIR to another disk) and try again.',
  );
}
