/**
 * Asks before what was typed is lost: on the way to another screen here, by the browser itself when the tab is closed.
 * Must not: hold up the end of a session, which nobody may delay.
 */
import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { sessionStore } from '../session/session-store.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';

export function LeaveQuestion({
  isUnsaved,
  title = 'Leave without saving?',
  text = 'What you typed on this screen is not saved.',
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
