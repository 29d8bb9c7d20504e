/** The AbortSignal of the running session: the only check of whether a result still belongs to it (invariants 5 and 7). */
import { listenerSet } from '../lib/listeners.ts';
import { currentEpoch, sessionStore } from './session-store.ts';

/** The session has ended, or its user, role or company has changed. The result is dropped without a message. */
export class EndedSession extends Error {
  override readonly name = 'EndedSession';
  constructor() {
    super('Your session ended before the response arrived.');
  }
}

let epoch = currentEpoch();
let controller = new AbortController();
const listeners = listenerSet();

function follow(): void {
  if (currentEpoch() === epoch) return;
  const ended = controller;
  epoch = currentEpoch();
  controller = new AbortController();
  ended.abort(new EndedSession());
  listeners.notify();
}
sessionStore.subscribe(follow);

/** Aborted already when there is no session. Checks the expiry first. */
export function sessionSignal(): AbortSignal {
  const isValid = sessionStore.checkNow();
  follow();
  return isValid ? controller.signal : AbortSignal.abort(new EndedSession());
}

/** Checks the expiry, too. */
export function isRunning(session: AbortSignal): boolean {
  const isValid = sessionStore.checkNow();
  follow();
  return isValid && !session.aborted;
}

/** When a session begins, ends or changes, after its signal was aborted. For session-scoped.ts only. */
export const onOtherSession = listeners.add;
