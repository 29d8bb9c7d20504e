/** Longest frame and longest task of a page while other work runs. */
/** `longestTaskMs`: 0 = none of the page's own tasks took more than 50 ms. */
export type Busy = { readonly longestFrameMs: number; readonly longestTaskMs: number };

export function watchFrames(): { stop(): Busy } {
  let longestTaskMs = 0;
  const tasks = new PerformanceObserver((seen) => {
    for (const task of seen.getEntries()) longestTaskMs = Math.max(longestTaskMs, task.duration);
  });
  tasks.observe({ entryTypes: ['longtask'] });
  let longest = 0;
  let last = performance.now();
  let isOn = true;
  const frame = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  return {
    stop() {
      isOn = false;
      tasks.disconnect();
      return { longestFrameMs: longest, longestTaskMs };
    },
  };
}
