/** What proves who changes the security of an account: password and code, or a passkey, which is both. */
import { api } from '../../../contract/api.ts';
import type { UsedCredential } from '../../../contract/entities/passkeys.ts';
import { send } from '../../api/send.ts';
import { requestPasskey } from '../../lib/passkeys.ts';

export type Proof = {
  readonly currentPassword: string;
  readonly code: string;
  readonly passkey?: UsedCredential;
};

/** null = the user cancelled, or the device has none. Rejects when the server refuses. */
export async function askForProof(): Promise<UsedCredential | null> {
  const options = await send(api.security.beginPasskeyProof, { body: {}, cause: 'user' });
  return requestPasskey(options).catch(() => null);
}

/** Which part a passkey has in a ConfirmForm. */
export function passkeyProof(hasPasskeys: boolean, hasPassword: boolean): { readonly passkey?: 'too' | 'only' } {
  if (!hasPasskeys) return {};
  return { passkey: hasPassword ? 'too' : 'only' };
}
