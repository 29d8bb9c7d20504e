/**
 * When to look at the session again: a timer re-armed against an absolute instant, and every event after which time may have passed unseen.
 * Must not: decide anything (session.ts), or count durations: a timer sleeps with the device, an instant does not (house invariant 7).
 */

/** No timer runs longer than this, so that a clock that jumped or a device that slept is noticed soon. */
export const longestWaitMs = 30_000;

/** How long to wait until `deadline` (epoch ms; null = none) is looked at again. */
export function waitMs(deadline: number | null, now: number): number {
  return deadline === null ? longestWaitMs : Math.min(Math.max(deadline - now, 0), longestWaitMs);
}

export type TimerParts = {
  now(): number;
  /** The next instant at which something ends; null = nothing does. */
  deadline(): number | null;
  check(): void;
};

/** Checks at the deadline, at least every 30 s. Returns re-arm (call it when the deadline changed) and stop. */
export function startTimer(parts: TimerParts): { rearm(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const arm = (): void => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        parts.check();
        arm();
      },
      waitMs(parts.deadline(), parts.now()),
    );
  };
  arm();
  return { rearm: arm, stop: () => clearTimeout(timer) };
}

/** Calls `wake` whenever the page may have slept, `act` at each input of the person. Returns the way to stop. */
export function listenForWake(wake: () => void, act: () => void): () => void {
  const stops: (() => void)[] = [];
  const on = (target: EventTarget, names: readonly string[], listener: () => void): void => {
    for (const name of names) {
      target.addEventListener(name, listener, { capture: true, passive: true });
      stops.push(() => target.removeEventListener(name, listener, { capture: true }));
    }
  };
  on(document, ['visibilitychange', 'resume'], wake);
  on(window, ['pageshow', 'focus', 'online'], wake);
  on(window, ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'], act);
  return () => {
    for (const stop of stops) stop();
  };
}
