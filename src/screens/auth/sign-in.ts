/** A sign-in that this tab began: its ticket, and the path to open afterwards. The tab is away in between. */
import { api } from '../../../contract/api.ts';
import { send } from '../../api/send.ts';
import { sessionStore } from '../../session/session-store.ts';

const key = 'downlink-sign-in';
type Begun = { readonly ticket: string; readonly path: string };

/** Whether this is the query of an address to which a provider sent the browser back. */
export function isProviderResponse(query: string): boolean {
  const params = new URLSearchParams(query);
  return params.has('state') && (params.has('code') || params.has('error'));
}

export async function beginAtProvider(): Promise<void> {
  const { url, ticket } = await send(api.signIn.begin, { body: {}, cause: 'user' });
  const state = sessionStore.get();
  const begun: Begun = { ticket, path: state.kind === 'out' ? state.redirectPath : '/' };
  sessionStorage.setItem(key, JSON.stringify(begun));
  // A script address would run here.
  if (/^https?:\/\//i.test(url)) location.assign(url);
}

/** Once. Blank if this tab began none: the server then refuses. */
export function takeBegun(): Begun {
  const none = { ticket: '', path: '/' };
  try {
    const begun = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Begun>;
    sessionStorage.removeItem(key);
    return { ...none, ...begun };
  } catch {
    return none;
  }
}
