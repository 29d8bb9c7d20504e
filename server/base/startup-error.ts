/** A failure to start, with a text for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

const databaseHint = 'Or use your own PostgreSQL:  DATABASE_URL=postgres://user:password@host:5432/name npm start';

/** A failure that another database would solve: the text, and how to set DATABASE_URL. */
export function withDatabaseHint(message: string): StartupError {
  return new StartupError(`${message}\n${databaseHint}`);
}

/** Text for an error caused by a full disk. null for others. */
export function diskFullError(error: unknown): StartupError | null {
  const { message = '', code = '' } = (error ?? {}) as { message?: string; code?: string };
  if (!/No space left on device/i.test(message) && code !== 'ENOSPC' && code !== '53100') return null;
  return new StartupError(
    'The disk is full: the database cannot continue. Free some space (or set DATA_DIR to another disk) and try again.',
  );
}
