import type { ReactElement, ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { PlainButton } from './PlainButton.tsx';

/** Confirmation of an action that affects others. The safe answer has the focus. */
export function Confirmation(props: {
  readonly title: string;
  readonly yes: string;
  readonly onYes: () => void;
  readonly onNo: () => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Dialog
      role="alertdialog"
      tone="warn"
      title={props.title}
      onClose={props.onNo}
      footer={
        <>
          <PlainButton onClick={props.onYes}>{props.yes}</PlainButton>
          <PlainButton look="filled" data-autofocus onClick={props.onNo}>
            Cancel
          </PlainButton>
        </>
      }
    >
      <p>{props.children}</p>
    </Dialog>
  );
}
