/** Added: account security of the caller (decisions 21, 22). */
import * as z from 'zod/mini';
import { del, get, nothing, post, put } from '../endpoint.ts';
import * as loginEntity from '../entities/logins.ts';
import * as passkeyEntity from '../entities/passkeys.ts';
import * as entity from '../entities/security.ts';

/** A passkey replaces password and code. */
const proof = z.object({
  currentPassword: z.string(),
  code: z.optional(z.string()),
  passkey: z.optional(passkeyEntity.usedCredential),
});
const credentials = { username: z.string(), password: z.string() };
const entered = z.object({ token: z.string(), user: z.object({ userName: z.string() }) });

export const security = {
  logins: get('ADD-logins', '/account/logins', loginEntity.logins, {
    stored: { title: 'My logins', screen: '/logins' },
    summary: 'Sessions of the caller',
  }),
  endLogin: del('ADD-endLogin', '/account/logins/{id}', nothing, {
    refuses: [404],
    summary: 'End another session of the caller',
  }),
  endOtherLogins: del('ADD-endOtherLogins', '/account/logins', nothing, {
    summary: 'End all sessions of the caller except this one',
  }),
  state: get('ADD-security', '/account/security', entity.securityState, {
    stored: { title: 'Account security', screen: '/accountSecurity' },
    summary: 'Second factor of the caller',
  }),
  beginSecondFactor: post('ADD-beginSecondFactor', '/account/secondFactor', entity.newSecret, {
    body: proof,
    refuses: [409],
    summary: 'Begin the set-up of a second factor: the secret for an authenticator app, shown once',
  }),
  beginRequiredSecondFactor: post('ADD-beginRequiredSecondFactor', '/account/requiredSecondFactor', entity.newSecret, {
    body: z.object(credentials),
    token: 'none',
    refuses: [401, 409],
    summary: 'The same before the login, for a user whose role needs a second factor',
  }),
  confirmSecondFactor: put('ADD-confirmSecondFactor', '/account/secondFactor', entity.recoveryCodes, {
    body: z.object({ code: z.string() }),
    summary: 'Complete the set-up with a code; the other sessions of the account end',
  }),
  renewRecoveryCodes: post('ADD-renewRecoveryCodes', '/account/recoveryCodes', entity.recoveryCodes, {
    body: proof,
    refuses: [409],
    summary: 'New recovery codes, which replace the earlier ones',
  }),
  removeSecondFactor: post('ADD-removeSecondFactor', '/account/secondFactor/remove', nothing, {
    body: proof,
    refuses: [409],
    summary: 'Turn off the second factor of the caller',
  }),
  requestPassword: post('ADD-requestPassword', '/account/forgottenPassword', nothing, {
    body: z.object({ account: z.string() }),
    token: 'none',
    refuses: [409],
    summary: 'Send a link for a new password to the confirmed address of an account, if there is one',
  }),
  setPassword: put('ADD-setPassword', '/account/forgottenPassword', nothing, {
    body: z.object({ token: z.string(), newPassword: z.string() }),
    token: 'none',
    summary: 'Set a new password with the token of the link; all sessions of the account end',
  }),
  beginPasskey: post('ADD-beginPasskey', '/account/passkeys/begin', passkeyEntity.newPasskeyOptions, {
    body: proof,
    refuses: [409],
    summary: 'Begin to add a passkey: password, and a code of a user who has a second factor, or another passkey',
  }),
  addPasskey: post('ADD-addPasskey', '/account/passkeys', nothing, {
    body: z.object({ name: z.string(), credential: passkeyEntity.newCredential }),
    refuses: [409],
    summary: 'Add a passkey to the account of the caller',
  }),
  removePasskey: post('ADD-removePasskey', '/account/passkeys/{id}/remove', nothing, {
    body: proof,
    refuses: [404, 409],
    summary: 'Remove a passkey of the caller: password, and a code of a user who has a second factor, or a passkey',
  }),
  beginPasskeyLogin: post('ADD-beginPasskeyLogin', '/account/passkeyLogin/begin', passkeyEntity.passkeyOptions, {
    body: z.object({}),
    token: 'none',
    refuses: [409],
    summary: 'A challenge for a login by passkey, valid once and for five minutes',
  }),
  passkeyLogin: post('ADD-passkeyLogin', '/account/passkeyLogin', entered, {
    body: passkeyEntity.usedCredential,
    token: 'none',
    refuses: [401, 409],
    summary: 'Log in with a passkey, which replaces password and code',
  }),
  beginPasskeyProof: post('ADD-beginPasskeyProof', '/account/passkeys/proof', passkeyEntity.passkeyOptions, {
    body: z.object({}),
    refuses: [409],
    summary: 'A challenge for a change that the caller proves with a passkey',
  }),
  beginRequiredPasskey: post(
    'ADD-beginRequiredPasskey',
    '/account/requiredPasskey/begin',
    passkeyEntity.newPasskeyOptions,
    {
      body: z.object(credentials),
      token: 'none',
      refuses: [401, 409],
      summary: 'Begin to add a passkey before the login, for a user whose role needs a second factor',
    },
  ),
  addRequiredPasskey: post('ADD-addRequiredPasskey', '/account/requiredPasskey', entered, {
    body: z.object({ ...credentials, name: z.string(), credential: passkeyEntity.newCredential }),
    token: 'none',
    refuses: [401, 409],
    summary: 'Add this passkey and log in',
  }),
  turnOffPassword: post('ADD-turnOffPassword', '/account/password/remove', nothing, {
    body: z.object({ passkey: passkeyEntity.usedCredential }),
    refuses: [409],
    summary: 'Turn off the password of the caller, who has two passkeys',
  }),
  turnOnPassword: post('ADD-turnOnPassword', '/account/password', nothing, {
    body: z.object({ newPassword: z.string(), passkey: passkeyEntity.usedCredential }),
    refuses: [409],
    summary: 'Set a new password after it was turned off',
  }),
  resetSecondFactor: del('ADD-resetSecondFactor', '/account/secondFactor/{id}', nothing, {
    refuses: [404, 409],
    summary: 'Remove second factor and passkeys of another user, who lost them',
  }),
};
