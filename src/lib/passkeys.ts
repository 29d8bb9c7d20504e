/** Passkeys of this browser. The library is loaded when one is added or used. */
import type {
  NewCredential,
  NewPasskeyOptions,
  PasskeyOptions,
  UsedCredential,
} from '../../contract/entities/passkeys.ts';

/** Names no user: the login of this browser offers a passkey. */
const key = 'downlink-passkey';

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

export function hasPasskeyHere(): boolean {
  try {
    return canUsePasskeys() && localStorage.getItem(key) === '1';
  } catch {
    return false;
  }
}

function remember(): void {
  try {
    localStorage.setItem(key, '1');
  } catch {
    // Without storage the login does not offer it before the code.
  }
}

/** Rejects when the user cancels, or the device has one already. */
export async function createPasskey(optionsJSON: NewPasskeyOptions): Promise<NewCredential> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  remember();
  return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } };
}

/** Rejects when the user cancels, or the device has none. */
export async function requestPasskey(optionsJSON: PasskeyOptions): Promise<UsedCredential> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature } = response;
  remember();
  return { id, rawId, type, clientExtensionResults: {}, response: { clientDataJSON, authenticatorData, signature } };
}
