/** Asks before unsaved input is lost. The end of a session is never delayed. */
import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sessionStore } from '../session/session-store.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';

export function LeaveQuestion({
  isUnsaved,
  title = 'Leave without saving?',
  text = 'You have unsaved changes.',
}: {
  isUnsaved: () => boolean;
  title?: string;
  text?: string;
}): ReactElement | null {
  const isAsked = (): boolean => isUnsaved() && sessionStore.get().kind === 'in';
  const blocker = useBlocker({ shouldBlockFn: isAsked, enableBeforeUnload: isAsked, withResolver: true });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog
      role="alertdialog"
      tone="warn"
      title={title}
      onClose={blocker.reset}
      footer={
        <>
          <PlainButton onClick={blocker.proceed}>Leave</PlainButton>
          <PlainButton look="filled" data-autofocus onClick={blocker.reset}>
            Stay
          </PlainButton>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
