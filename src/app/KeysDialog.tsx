import { IconKeyboard } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './KeysDialog.module.css';

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Go to a screen, a tail or a station'],
  ['/', 'To the filter of the list'],
  ['↑ ↓', 'From row to row in a table'],
  ['Enter', 'Open the row'],
  ['N', 'Take in the new rows of the list'],
  ['L', 'Base layers of the map'],
  ['F', 'The map alone, on the whole screen'],
  ['+ − ↑ ↓ ← →', 'Zoom and move the map that has the focus'],
  ['Esc', 'Close what is open'],
  ['?', 'This list'],
];

export function KeysDialog({ onClose }: { onClose(): void }): ReactElement {
  return (
    <Dialog
      title="Keys"
      icon={<IconKeyboard size={24} aria-hidden />}
      onClose={onClose}
      footer={
        <PlainButton look="filled" data-autofocus onClick={onClose}>
          Close
        </PlainButton>
      }
    >
      <dl className={styles.keys}>
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
