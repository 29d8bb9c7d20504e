/**
 * The Admin that a server without demo begins with, and the rescue when its password is lost.
 * Must not: keep or log the password; it is shown once.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/pool.ts';
import { hashPassword } from './passwords.ts';
import { Sessions } from './sessions.ts';
import { hasUsers, upsertAdmin } from './users.ts';

export const firstAdminName = 'admin';

/** 120 bits, easy to copy. */
const newPassword = (): string => randomBytes(15).toString('base64url');

/** The lines to show, when the database had no account at all; else none. */
export async function createFirstAdmin(db: Database): Promise<string[]> {
  if (await hasUsers(db)) return [];
  const password = newPassword();
  await upsertAdmin(db, firstAdminName, await hashPassword(password));
  return ['The first account (shown only this once):', `  user name  ${firstAdminName}`, `  password   ${password}`];
}

/** Gives `userName` a new password and the role Admin (made if missing), and ends all its sessions. Returns the lines to show. */
export async function resetAdmin(db: Database, userName: string): Promise<string[]> {
  const password = newPassword();
  const id = await upsertAdmin(db, userName, await hashPassword(password));
  await new Sessions(db).revokeUser(id);
  return [
    'An Admin with a new password (shown only this once):',
    `  user name  ${userName}`,
    `  password   ${password}`,
  ];
}
