/** Target after login. */
import type { Session } from './session.ts';

/** `isRoleHome`: the redirect to /akrx of AUTH-08 and AUTH-12. The router leads an audience without /akrx to its root (C07), unlike a typed /akrx. */
type AfterLogIn = { readonly to: string; readonly isRoleHome: boolean };

/**
 * C15: terms first, then the stored path if this audience may open it, otherwise by role (AUTH-08).
 * `isOpen` receives a path with its query.
 */
export function homeAfterLogIn(
  session: Pick<Session, 'terms' | 'role'>,
  redirectPath: string,
  isOpen: (path: string) => boolean,
): AfterLogIn {
  if (session.terms !== 1) return { to: '/auth2', isRoleHome: false };
  if (redirectPath !== '/' && isOpen(redirectPath)) return { to: redirectPath, isRoleHome: false };
  const role = session.role.trim().toLowerCase();
  if (role === 'admin') return { to: '/administrator', isRoleHome: true };
  if (role === 'parser') return { to: '/parser', isRoleHome: true };
  return { to: '/akrx', isRoleHome: true };
}
