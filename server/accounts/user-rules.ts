/** Rules of account fields. Pure. */
import { emailFault } from '../mail/email-address.ts';
import { newPasswordFault, userNameFault } from './passwords.ts';

/** Errors by wire name. Empty = valid. */
export type Faults = Record<string, string[]>;

const maxLength = 200;
/** One line of text: a control character could forge lines in exports and logs. */
function lineFault(text: string): string | null {
  if (text.length > maxLength) return `Use at most ${maxLength} characters.`;
  return /\p{Cc}/u.test(text) ? 'Line breaks and control characters are not allowed here.' : null;
}

function faultsOf(checks: Readonly<Record<string, string | null>>): Faults {
  return Object.fromEntries(Object.entries(checks).flatMap(([name, fault]) => (fault ? [[name, [fault]]] : [])));
}

export function newUserFaults(
  user: {
    readonly username: string;
    readonly password: string;
    readonly email: string;
    readonly name: string;
    readonly surname: string;
    readonly role: string;
    readonly company: string;
    readonly terms: number;
  },
  needsEmail: boolean,
): Faults {
  return faultsOf({
    name: lineFault(user.name),
    surname: lineFault(user.surname),
    company: lineFault(user.company),
    email: needsEmail || user.email.trim() !== '' ? emailFault(user.email.trim()) : null,
    username: userNameFault(user.username),
    password: newPasswordFault(user.password, user.username),
    role: lineFault(user.role),
    terms: user.terms === 0 || user.terms === 1 ? null : 'Terms are 0 or 1 (accepted).',
  });
}

export function userChangeFaults(change: {
  readonly role: string;
  readonly company: string | null;
  readonly phoneNumber: string | null;
}): Faults {
  return faultsOf({
    role: lineFault(change.role),
    company: lineFault(change.company ?? ''),
    phoneNumber: lineFault(change.phoneNumber ?? ''),
  });
}

/** A blank company is null: it would count as one in comparisons. */
export const trimmedCompany = (company: string | null): string | null => company?.trim() || null;
