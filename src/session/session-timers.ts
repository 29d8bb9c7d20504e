/**
 * Rechecks the session at absolute instants, and after every event that may follow a pause (invariant 7).
 * Never count durations: timers sleep with the device.
 */

/** Maximum timer, so that a changed clock or a sleep is noticed soon. */
export const longestWaitMs = 30_000;

/** Time until `deadline` (epoch ms, null = none) is checked again. */
export function waitMs(deadline: number | null, now: number): number {
  return deadline === null ? longestWaitMs : Math.min(Math.max(deadline - now, 0), longestWaitMs);
}

type TimerParts = {
  now(): number;
  /** The next instant at which something ends. null = none. */
  deadline(): number | null;
  check(): void;
};

/** Checks at the deadline, at least every 30 s. Returns re-arm (after a change of the deadline) and stop. */
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

/** Calls `wake` after a possible sleep, `act` at each user input. Returns a function that stops it. */
export function listenForWake(wake: () => void, act: () => void): () => void {
  const stops: (() => void)[] = [];
  const on = (target: EventTarget, names: readonly string[], listener: () => void, capture = true): void => {
    for (const name of names) {
      target.addEventListener(name, listener, { capture, passive: true });
      stops.push(() => target.removeEventListener(name, listener, { capture }));
    }
  };
  on(document, ['visibilitychange', 'resume'], wake);
  on(window, ['pageshow', 'focus', 'online'], wake);
  on(window, ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'], act);
  // After the field's own handlers. Before them a render would put the old value back, and React would see no change.
  on(window, ['input'], act, false);
  return () => {
    for (const stop of stops) stop();
  };
}
