/**
 * What an action on a station may end in, told to the person. Must not: know an action.
 */
import { ApiError, EndedSession } from '../../api/api-error.ts';
import { openError } from '../../ui/notices.ts';

/** Runs it; a failure is told in the dialog under `title`. Resolves to whether it was done. */
export async function attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof EndedSession) return false;
    openError({ title, message: (error instanceof ApiError ? error : new ApiError({ cause: error })).message });
    return false;
  }
}
