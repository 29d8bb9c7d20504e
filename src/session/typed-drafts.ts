/** Unsaved input of this tab, restored after a reload, crash or update. Never store a password. */
import { useEffect } from 'react';
import { sessionStore } from './session-store.ts';

const prefix = 'draft:';
export type Texts = Readonly<Record<string, string>>;

/** One per user, name and address: another user or row has its own draft. */
export const draftKey = (userId: string, name: string, path: string): string => `${prefix}${userId}:${name}:${path}`;

export function currentUserId(): string {
  const state = sessionStore.get();
  return state.kind === 'in' ? state.session.userId : '';
}

/** Texts only. Empty if the stored value is invalid. */
export function readDraftTexts(key: string): Texts {
  const stored = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export function storeDraftTexts(key: string, texts: Texts): void {
  if (Object.keys(texts).length === 0) dropDraft(key);
  else attempt(() => sessionStorage.setItem(key, JSON.stringify(texts)));
}

export function dropDraft(key: string): void {
  attempt(() => sessionStorage.removeItem(key));
}

/** At the end of every session: drafts never reach the next user. */
export function forgetDrafts(): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  });
}

/** Stores the texts while the screen is shown. Leaving the screen drops the draft. */
export function useSavedDraft(key: string, texts: Texts): void {
  useEffect(() => storeDraftTexts(key, texts), [key, texts]);
  useEffect(() => () => dropDraft(key), [key]);
}

/** Full, blocked or damaged storage: a reload then loses the input. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
