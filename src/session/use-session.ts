import { useSyncExternalStore } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { audienceOf } from '../../contract/audience-of.ts';
import type { SessionState } from './session.ts';
import type { Deadlines } from './session-core.ts';
import { sessionStore } from './session-store.ts';

export function useSession(): SessionState {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get);
}

export function useAudience(): Audience {
  const state = useSession();
  return audienceOf(state.kind === 'in' ? state.session : null);
}

/** When the session expires and ends by inactivity, epoch ms. null when logged out. The latter moves with each input. */
export function useSessionDeadlines(): Deadlines | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.deadlines);
}
