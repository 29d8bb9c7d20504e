/** Warns before a session ends. Own file: its rules have a test without a document. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { utcClock, utcShort } from '../lib/time.ts';
import { useAtSecond } from '../lib/use-second.ts';
import { idleWarningMs } from '../session/session.ts';
import { sessionStore } from '../session/session-store.ts';
import { useSessionDeadlines } from '../session/use-session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { notify } from '../ui/notices.ts';
import { PlainButton } from '../ui/PlainButton.tsx';

/** Warns before a session expires (which cannot be extended, C04) or ends by inactivity (which any input prevents, C05b). */
export function SessionWarning(): ReactElement | null {
  const deadlines = useSessionDeadlines();
  // As a text, so that it renders when a warning begins or counts down, not each second.
  const due = useAtSecond((now) => JSON.stringify(dueWarning(deadlines, now)));
  const warning = JSON.parse(due) as Warning;
  const [isPutOff, setIsPutOff] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const soon = warning.kind === 'ends-soon' ? warning.endsAt : null;
  useEffect(() => {
    if (soon === null) return;
    notify({
      kind: 'warn',
      title: `Your session ends at ${utcShort(soon)}`,
      text: 'Sessions last 8 hours. Stored data stays on this device.',
    });
  }, [soon]);
  const logOutNow = (
    <PlainButton look="subtle" style={{ marginRight: 'auto' }} onClick={() => void navigate({ to: '/logout' })}>
      Log out now
    </PlainButton>
  );
  const icon = <IconAlertTriangle size={24} aria-hidden />;
  if (warning.kind === 'idle') {
    // Any input closes it, so it needs no other button.
    const stay = (): void => sessionStore.touchUserInput();
    return (
      <Dialog
        role="alertdialog"
        tone="warn"
        title="Are you still there?"
        icon={icon}
        aside={countdown(warning.leftMs)}
        onClose={stay}
        footer={
          <PlainButton look="filled" data-autofocus onClick={stay}>
            Stay logged in
          </PlainButton>
        }
      >
        <p>
          You have been inactive. To protect your data, you will be logged out at {utcClock(warning.endsAt)}Z. Stored
          data stays on this device.
        </p>
      </Dialog>
    );
  }
  if (warning.kind !== 'ends-now' || isPutOff) return null;
  const later = (): void => setIsPutOff(true);
  return (
    <Dialog
      role="alertdialog"
      tone="warn"
      title={`Your session ends at ${utcShort(warning.endsAt)}`}
      icon={icon}
      aside={countdown(warning.leftMs)}
      onClose={later}
      footer={
        <>
          {logOutNow}
          <PlainButton onClick={later}>Later</PlainButton>
          <PlainButton
            look="filled"
            data-autofocus
            onClick={() => void sessionStore.logOut('expired', router.latestLocation.href)}
          >
            Log in again
          </PlainButton>
        </>
      }
    >
      <p>Sessions last 8 hours. Your filter, page, columns and stored data are kept.</p>
    </Dialog>
  );
}

// ---- Selects the warning about the end of a session. Pure.

/** A notice first, the dialog later. */
const noticeBeforeMs = 30 * 60_000;
const dialogBeforeMs = 5 * 60_000;

type Warning =
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
