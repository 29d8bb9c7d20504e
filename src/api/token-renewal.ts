/** Renews the token within a session, in one tab only (C05, C52): two tabs at once would look like a stolen token. */
import * as z from 'zod/mini';
import { sessionStore } from '../session/session-store.ts';
import { withLock } from '../session/tabs.ts';
import { ApiError } from './api-error.ts';

const lockWaitMs = 10_000;
/** The server does not have this call. */
const noSuchCall: readonly (number | null)[] = [404, 405, 501];
const renewalResponse = z.object({ token: z.string(), refreshToken: z.string() });

let running: { readonly used: string; readonly result: Promise<string | null> } | null = null;
/** The preflight of a server without this call may always fail: twice in a row is a refusal. */
let failuresInRow = 0;

type SendRenewal = (refreshToken: string) => Promise<unknown>;

async function renew(used: string, sendRenewal: SendRenewal): Promise<string | null> {
  await sessionStore.reread();
  const state = sessionStore.get();
  if (state.kind === 'out') return null;
  // Another tab was faster.
  if (state.session.token !== used) return state.session.token;
  if (state.session.refreshToken === '') return null;
  try {
    const renewed = renewalResponse.parse(await sendRenewal(state.session.refreshToken));
    failuresInRow = 0;
    await sessionStore.update(renewed);
    return renewed.token;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    failuresInRow = error.unreached === 'refused' ? failuresInRow + 1 : 0;
    if (error.unreached === null || noSuchCall.includes(error.status) || failuresInRow > 1) return null;
    throw error;
  }
}

/** The token that replaces the refused one; null = it cannot be renewed. Throws ApiError when the server is unreachable: that ends no session. */
export function renewToken(used: string, sendRenewal: SendRenewal): Promise<string | null> {
  if (running?.used === used) return running.result;
  const result = withLock('session-refresh', () => renew(used, sendRenewal), lockWaitMs);
  const entry = { used, result };
  running = entry;
  const clear = (): void => {
    if (running === entry) running = null;
  };
  result.then(clear, clear);
  return result;
}
