/** Timeout of background emails, and what remains of it at shutdown. */

/** A mail server may check an email for a long time before accepting it. */
const sendWithinMs = 60_000;
/** The whole shutdown has 5 s. */
const endWithinMs = 2000;

/** Runs `send` and aborts its signal after the timeout. */
export async function sendInTime(send: (until: AbortSignal) => Promise<void>, ending?: AbortSignal): Promise<void> {
  const limit = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const abortIn = (ms: number): void => {
    const late = new Error(`The mail server did not accept the email within ${ms / 1000} s.`);
    timers.push(setTimeout(() => limit.abort(late), ms));
  };
  const onEnding = (): void => abortIn(endWithinMs);
  abortIn(sendWithinMs);
  if (ending?.aborted) onEnding();
  ending?.addEventListener('abort', onEnding);
  try {
    await send(limit.signal);
  } finally {
    ending?.removeEventListener('abort', onEnding);
    for (const timer of timers) clearTimeout(timer);
  }
}
