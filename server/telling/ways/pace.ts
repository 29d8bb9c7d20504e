/** How many messages a receiver gets: what exceeds it becomes one message, sent later. Pure. Own file: pure. */

/** To one device, address or webhook. */
export const paceLimits = { perMinute: 5, perHour: 60, companyPerHour: 1000 } as const;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** A burst goes on: its message waits for the rest of it. */
const burstMs = 2000;

/**
 * `recent` = epoch ms at which messages of the last hour were or will be sent to the receiver. `companyFreeMs` = epoch ms from which its
 * company may send again. Returns null if `count` further events may be sent at once, each in a message, and otherwise when to send
 * all of them in one.
 */
export function waitUntil(
  recent: readonly number[],
  count: number,
  companyFreeMs: number,
  nowMs: number,
): number | null {
  const times = [...recent].sort((a, b) => b - a);
  const freeAt = (limit: number, spanMs: number): number => {
    const oldest = times[limit - 1];
    return oldest === undefined ? nowMs : Math.max(nowMs, oldest + spanMs);
  };
  const inMinute = times.filter((at) => at > nowMs - minuteMs).length;
  const inHour = times.filter((at) => at > nowMs - hourMs).length;
  const fits =
    inMinute + count <= paceLimits.perMinute && inHour + count <= paceLimits.perHour && companyFreeMs <= nowMs;
  if (fits) return null;
  return Math.max(
    nowMs + burstMs,
    freeAt(paceLimits.perMinute, minuteMs),
    freeAt(paceLimits.perHour, hourMs),
    companyFreeMs,
  );
}
