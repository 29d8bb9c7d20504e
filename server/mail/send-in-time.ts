/**
 * How long a mail may take that nobody waits for, and what is left of that when the server ends.
 * Must not: send it, or decide whether it is sent again.
 */

/** A mail server may look at a mail for long before it takes it. */
const sendWithinMs = 60_000;
/** The whole end of the server has 5 s. */
const endWithinMs = 2000;

/** Runs `send` and aborts its signal when the time is over. */
export async function sendInTime(send: (until: AbortSignal) => Promise<void>, ending?: AbortSignal): Promise<void> {
  const limit = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const abortIn = (ms: number): void => {
    const late = new Error(`The mail server did not take the mail within ${ms / 1000} s.`);
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
