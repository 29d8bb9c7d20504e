/** Why the embedded PostgreSQL does not start, in words for the operator. */
import { existsSync, readFileSync } from 'node:fs';
import { StartupError, withDatabaseHint } from '../base/startup-error.ts';
import type { ClusterHome } from './cluster-home.ts';

export const diskFull = /No space left on device/i;

export function lastWords(home: ClusterHome): string {
  return existsSync(home.logFile) ? readFileSync(home.logFile, 'utf8').trimEnd().split('\n').slice(-12).join('\n') : '';
}

export function explain(home: ClusterHome, why: string): StartupError {
  return explainText(lastWords(home), why);
}

export function explainText(text: string, why: string): StartupError {
  if (diskFull.test(`${text}${why}`))
    return new StartupError(
      'The disk is full: the database cannot start. Free some space (or set DATA_DIR to another disk) and try again.',
    );
  if (
    /ENOENT|EACCES|cannot execute|not found|SIGILL|shared librar|Exec format/i.test(why) ||
    /error while loading shared libraries/i.test(text)
  )
    return withDatabaseHint(
      `The built-in PostgreSQL cannot run on this machine (${why}).${text ? `\n${text.trim()}` : ''}`,
    );
  return withDatabaseHint(`The built-in PostgreSQL does not start (${why}). Its last words:\n${text.trim()}`);
}
