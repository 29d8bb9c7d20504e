/** What the form asks for: username and password first, then a code for users with a second factor. Pure. */
import type { ApiError } from '../../api/api-error.ts';

/** `setUp` = the role needs a second factor and the user has none yet. */
export type Step = 'password' | 'code' | 'setUp';

/** The step that a refusal asks for. null = it refuses username or password. */
export function stepAfter({ status, body }: Pick<ApiError, 'status' | 'body'>): Step | null {
  if (status !== 401) return null;
  if (body?.errors?.setUp) return 'setUp';
  return body?.errors?.code ? 'code' : null;
}
