/** Messages in place of receptions (`joined`). A server of this API that refuses the parameter is asked without it until the session ends. */
import { sessionScoped } from '../session/session-scoped.ts';
import { isRunning, sessionSignal } from '../session/session-signal.ts';
import { useValue } from '../ui/value-store.ts';
import { ApiError } from './api-error.ts';

const refused = sessionScoped(() => false);

/** Pages and counts of this server are of receptions. */
export const useJoinedRefused = (): boolean => useValue(refused);

/** @throws what `send` throws */
export async function sendJoined<T>(
  isJoined: boolean | undefined,
  send: (joined: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!isJoined || refused.get()) return send({});
  const session = sessionSignal();
  try {
    return await send({ joined: 'true' });
  } catch (error) {
    if (!canBeRefusal(error)) throw error;
    const response = await send({});
    if (isRunning(session)) refused.set(true);
    return response;
  }
}

/** Of a response that names no parameter, only the second request shows whether `joined` was the reason. */
function canBeRefusal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 400) return false;
  const named = error.body?.errors;
  return named === undefined || Object.hasOwn(named, 'joined');
}
