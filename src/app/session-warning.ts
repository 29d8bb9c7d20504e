/** Selects the warning about the end of a session. Pure. */
import { idleWarningMs } from '../session/session.ts';

/** A notice first, the dialog later. */
const noticeBeforeMs = 30 * 60_000;
const dialogBeforeMs = 5 * 60_000;

export type Warning =
  | { readonly kind: 'none' }
  | { readonly kind: 'ends-soon'; readonly endsAt: number }
  | { readonly kind: 'ends-now'; readonly endsAt: number; readonly leftMs: number }
  | { readonly kind: 'idle'; readonly endsAt: number; readonly leftMs: number };

/** Inactivity takes precedence: any input prevents it. */
export function dueWarning(deadlines: { expiresAt: number; idleEndsAt: number | null } | null, now: number): Warning {
  if (!deadlines) return { kind: 'none' };
  const { expiresAt, idleEndsAt } = deadlines;
  const left = expiresAt - now;
  if (left <= 0) return { kind: 'none' };
  if (idleEndsAt !== null && idleEndsAt < expiresAt && idleEndsAt - now <= idleWarningMs)
    return { kind: 'idle', endsAt: idleEndsAt, leftMs: Math.max(0, idleEndsAt - now) };
  if (left <= dialogBeforeMs) return { kind: 'ends-now', endsAt: expiresAt, leftMs: left };
  if (left <= noticeBeforeMs) return { kind: 'ends-soon', endsAt: expiresAt };
  return { kind: 'none' };
}

/** `3:53` */
export function countdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
