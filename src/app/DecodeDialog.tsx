/** Decodes a text of Ctrl K in place, for every audience with messages (C121). Own file: loaded on demand. */
import { IconBinaryTree } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { PasteBox } from '../decoding/PasteBox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';

type Props = { text: string; onClose(): void };

export default function DecodeDialog({ text, onClose }: Props): ReactElement {
  return (
    <Dialog
      title="Decode a text"
      width={760}
      icon={<IconBinaryTree size={24} aria-hidden />}
      onClose={onClose}
      staysOpenOnBackdrop
      footer={
        <PlainButton look="filled" onClick={onClose}>
          Close
        </PlainButton>
      }
    >
      <PasteBox given={text} />
    </Dialog>
  );
}
