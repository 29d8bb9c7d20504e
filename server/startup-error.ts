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
