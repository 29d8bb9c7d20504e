/**
 * What happens when somebody opens a path: show it, go elsewhere, or say that it is not there. Pure.
 * Must not: know the router or the session store; both ask here.
 */
import type { Audience } from '../../contract/audience.ts';
import { specTexts } from '../lib/spec-texts.ts';
import { type RouteRow, rootOf, rowOfPath } from './route-table.ts';

export type Person = { readonly audience: Audience; readonly hasAcceptedTerms: boolean };
export type Outcome =
  | { readonly kind: 'show'; readonly row: RouteRow }
  /** `isWanted`: the path that was asked for is to be opened after log-in or terms (C14, C15). */
  | { readonly kind: 'go'; readonly to: string; readonly isWanted: boolean }
  | { readonly kind: 'text'; readonly text: string };

/** May this audience open this path, its terms accepted? The query is ignored. */
export function isOpen(path: string, audience: Audience): boolean {
  const pathname = path.split(/[?#]/, 1)[0] ?? '';
  return rowOfPath(pathname)?.audiences.includes(audience) ?? false;
}

const go = (to: string, isWanted = false): Outcome => ({ kind: 'go', to, isWanted });

/** `isAfterLogIn`: the way here is the redirect of AUTH-08 or AUTH-12, so that /akrx leads everyone on to their root (C07). */
export function outcomeOf(pathname: string, person: Person, isAfterLogIn = false): Outcome {
  const { audience, hasAcceptedTerms } = person;
  const row = rowOfPath(pathname);
  if (audience === 'visitor') {
    const isPublic = row?.audiences.includes('visitor') ?? false;
    return row && isPublic ? { kind: 'show', row } : go('/auth', pathname !== '/' && row?.path !== '/logout');
  }
  if (pathname === '/') return go(rootOf[audience]);
  if (row?.path === '/auth' && rootOf[audience] !== '/auth') return go(rootOf[audience]);
  if (row?.path === '/auth2' && hasAcceptedTerms) return go(rootOf[audience]);
  const isAllowed = row?.audiences.includes(audience) ?? false;
  if (!hasAcceptedTerms && !row?.beforeTerms) return go('/auth2', isAllowed);
  if (row && isAllowed) return { kind: 'show', row };
  if (isAfterLogIn && row?.path === '/akrx') return go(rootOf[audience]);
  return { kind: 'text', text: specTexts.unmatched[audience] };
}
