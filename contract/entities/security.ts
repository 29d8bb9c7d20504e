/** The security of the own account. */
import * as z from 'zod/mini';
import { passkey } from './passkeys.ts';

export const securityState = z.object({
  secondFactor: z.object({
    isOn: z.boolean(),
    /** Unused. */
    recoveryCodes: z.number(),
    /** By the role of the user: it cannot be turned off. */
    isRequired: z.boolean(),
  }),
  /** Absent on older servers. */
  passkeys: z.optional(z.array(passkey)),
  /** 'off' = passkeys only. 'provider' = single sign-on only. Absent on older servers. */
  password: z.optional(z.enum(['on', 'off', 'provider'])),
});
export type SecurityState = z.output<typeof securityState>;

/** Of an authenticator app: base32, and the same as a link. */
export const newSecret = z.object({ secret: z.string(), uri: z.string() });
export type NewSecret = z.output<typeof newSecret>;

/** Shown once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
