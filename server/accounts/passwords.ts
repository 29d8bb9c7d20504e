/** Argon2id password hashes, and rules for user names and passwords (C92). Never log a password. */
import { hash, verify } from '@node-rs/argon2';
import { HttpError } from '../http/api-error.ts';
import { commonPasswords } from './common-passwords.ts';

const minPasswordLength = 6;
/** Longer ones are refused, not truncated (or hashed for seconds). */
const maxPasswordLength = 1000;
const userNamePattern = /^[A-Za-z0-9._\-@+]{3,64}$/;

export class HashLane {
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(
    private readonly maxRunning: number,
    private readonly maxWaiting: number,
  ) {}

  get waiting(): number {
    return this.#waiting.length;
  }

  /** In order of arrival. @throws HttpError 429 if the queue is full, without starting `work` */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.maxRunning) this.#running++;
    else {
      if (this.#waiting.length >= this.maxWaiting)
        throw new HttpError(429, 'Too many logins at the same time. Try again in 5 seconds.', undefined, 5);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The slot is passed on: `#running` does not change.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }
}

/** Two leave threads of the pool for files and DNS. A queue of 100 takes about two seconds. */
const lane = new HashLane(2, 100);
export const passwordsWaiting = (): number => lane.waiting;

/** The stored text: parameters, salt and hash. @throws HttpError 429 if the queue is full */
export function hashPassword(password: string): Promise<string> {
  return lane.run(() => hash(password));
}

let decoy: Promise<string> | null = null;

/** Whether the password matches this hash. Without a hash (unknown name) it takes the same time and returns false. @throws HttpError 429 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('nobody has this password');
  const against = stored ?? (await decoy);
  const isMatch = await lane.run(() => verify(against, password).catch(() => false));
  return isMatch && stored !== null;
}

/** Error of a user name, or null. */
export function userNameFault(userName: string): string | null {
  if (!userName.trim()) return 'Enter a username.';
  return userNamePattern.test(userName) ? null : 'Use 3 to 64 characters in a username: letters, digits and . _ - @ +';
}

/** Error of a new password, or null. Stricter than at login: existing passwords keep working. */
export function newPasswordFault(password: string, userName: string): string | null {
  const fault = passwordFault(password);
  if (fault) return fault;
  const text = password.trim().toLowerCase();
  if (text === '') return 'A password needs characters other than spaces.';
  if (text === userName.trim().toLowerCase()) return 'The password must not be the username.';
  if (isRun(text)) return 'This password is too easy to guess. Avoid repeated or sequential characters.';
  return commonPasswords.has(text) ? 'This password is one of the most common ones. Choose another one.' : null;
}

/** 111111, 123456, fedcba: each character follows from the previous one by the same step. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)));
  const [step = 0] = steps;
  return steps.size <= 1 && Math.abs(step) <= 1;
}

/** Error of a password, or null. */
export function passwordFault(password: string): string | null {
  if (password.length < minPasswordLength) return `Use at least ${minPasswordLength} characters.`;
  return password.length > maxPasswordLength ? `Use at most ${maxPasswordLength} characters.` : null;
}

// ---- Limits concurrent and pending password hashes and refuses the rest. A hash takes 20 MB and a core for tens of
// milliseconds: unlimited logins would starve other requests.
