import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactElement, useEffect, useState } from 'react';
import { utcClock, utcShort } from '../lib/time.ts';
import { useSecond } from '../lib/use-second.ts';
import { sessionStore } from '../session/session-store.ts';
import { useSessionDeadlines } from '../session/use-session.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { notify } from '../ui/notices.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { countdown, dueWarning } from './session-warning.ts';

/** Warns before a session expires (which cannot be extended, C04) or ends by inactivity (which any input prevents, C05b). */
export function SessionWarning(): ReactElement | null {
  const now = useSecond();
  const warning = dueWarning(useSessionDeadlines(), now);
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
