/** Steps of the login form: username and password first, then the second factor of users who have or need one. Pure. */
import type { ApiError } from '../../api/api-error.ts';

/** `passkey` = the user has passkeys only. `setUp` = the role needs a second factor and the user has none yet. */
export type Step = 'password' | 'code' | 'passkey' | 'setUp';

/** The step that a refusal requires. null = username or password are refused. */
export function stepAfter({ status, body }: Pick<ApiError, 'status' | 'body'>): Step | null {
  if (status !== 401) return null;
  return (['setUp', 'passkey', 'code'] as const).find((step) => body?.errors?.[step]) ?? null;
}
