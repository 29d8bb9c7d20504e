/** Passkeys: what the browser's WebAuthn functions take and return, as JSON. */
import * as z from 'zod/mini';

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  usedAt: z.nullable(z.string()),
});
export type Passkey = z.output<typeof passkey>;

const publicKey = z.literal('public-key');

export const newPasskeyOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ type: publicKey, id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type NewPasskeyOptions = z.output<typeof newPasskeyOptions>;

export const passkeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** Of the caller, for a proof. Absent for a login, which may be of any user. */
  allowCredentials: z.optional(z.array(z.object({ type: publicKey, id: z.string() }))),
});
export type PasskeyOptions = z.output<typeof passkeyOptions>;

/** Browsers add values of their own to both objects. */
const credential = { id: z.string(), rawId: z.string(), type: publicKey, clientExtensionResults: z.looseObject({}) };
export const newCredential = z.object({
  ...credential,
  response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }),
});
export const usedCredential = z.object({
  ...credential,
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});
export type NewCredential = z.output<typeof newCredential>;
export type UsedCredential = z.output<typeof usedCredential>;
