/** First Admin of a server without demo, and the reset of its password. The password is shown once and never logged. */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/pool.ts';
import { removePasskeys } from './passkeys.ts';
import { hashPassword } from './passwords.ts';
import { removeSecondFactor } from './second-factor.ts';
import { endSessionsOf } from './sessions.ts';
import { hasUsers, upsertAdmin } from './users.ts';

export const firstAdminName = 'admin';

/** 120 bits, easy to copy. */
const newPassword = (): string => randomBytes(15).toString('base64url');

/** Lines to show if the database had no account, else none. */
export async function createFirstAdmin(db: Database): Promise<string[]> {
  if (await hasUsers(db)) return [];
  const password = newPassword();
  await upsertAdmin(db, firstAdminName, await hashPassword(password));
  return ['The first account (shown only this once):', `  user name  ${firstAdminName}`, `  password   ${password}`];
}

/** Gives `userName` a new password and the role Admin (created if missing), and ends its sessions. Returns the lines to show. */
export async function resetAdmin(db: Database, userName: string): Promise<string[]> {
  const password = newPassword();
  const id = await upsertAdmin(db, userName, await hashPassword(password));
  // Whoever resets it may have lost the second factor, too.
  await removeSecondFactor(db, id);
  await removePasskeys(db, id);
  await endSessionsOf(db, id);
  return [
    'An Admin with a new password (shown only this once):',
    `  user name  ${userName}`,
    `  password   ${password}`,
  ];
}
