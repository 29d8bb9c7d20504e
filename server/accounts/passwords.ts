/**
 * Passwords: argon2id texts, and what a user name and a password must look like (C92).
 * Must not: log or keep a password.
 */
import { hash, verify } from '@node-rs/argon2';

export const minPasswordLength = 6;
/** Longer ones are refused rather than cut (and rather than hashed for seconds). */
export const maxPasswordLength = 1000;
const userNamePattern = /^[A-Za-z0-9._\-@+]{3,64}$/;

/** The text that is stored: parameters, salt and hash in one. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let decoy: Promise<string> | null = null;

/** Is it the password of this hash? Without a hash (unknown name) it takes the same time and says no. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password');
  try {
    return (await verify(stored ?? (await decoy), password)) && stored !== null;
  } catch {
    return false;
  }
}

/** The fault of a user name, or null. */
export function userNameFault(userName: string): string | null {
  if (!userName.trim()) return 'Enter a user name.';
  return userNamePattern.test(userName) ? null : 'A user name has 3 to 64 letters, digits or the characters . _ - @ +';
}

/** The fault of a password, or null. */
export function passwordFault(password: string): string | null {
  if (password.length < minPasswordLength) return `A password has at least ${minPasswordLength} characters.`;
  return password.length > maxPasswordLength ? `A password has at most ${maxPasswordLength} characters.` : null;
}
