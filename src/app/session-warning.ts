/**
 * Which warning of the session's end is due. Pure.
 * Must not: end anything; session/ does, by the same instants.
 */
import { idleWarningMs } from '../session/session.ts';

/** A quiet notice first, the dialog later (faults 5.9). */
export const noticeBeforeMs = 30 * 60_000;
export const dialogBeforeMs = 5 * 60_000;

export type Warning =
  | { readonly kind: 'none' }
  | { readonly kind: 'ends-soon'; readonly endsAt: number }
  | { readonly kind: 'ends-now'; readonly endsAt: number; readonly leftMs: number }
  | { readonly kind: 'idle'; readonly endsAt: number; readonly leftMs: number };

/** Inactivity goes first: it can be undone by a press. */
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
