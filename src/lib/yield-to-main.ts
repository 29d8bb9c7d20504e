type Scheduler = { yield?(): Promise<void> };

/** Ends the current task, so that the browser processes input and painting first. The rest runs as another task. */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
