/** An action of the user whose failure opens the error dialog. */

import { EndedSession } from '../session/session-signal.ts';
import { openError } from '../ui/notices.ts';
import { ApiError, supportText } from './api-error.ts';

/** Runs it. A failure opens the dialog with `title`. Resolves to whether it succeeded. */
export async function attempt(title: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof EndedSession) return false;
    const failure = error instanceof ApiError ? error : new ApiError({ cause: error });
    openError({ title, message: failure.message, support: supportText(failure) });
    return false;
  }
}
