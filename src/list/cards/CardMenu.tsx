import { IconDotsVertical } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './CardRows.module.css';
import type { CardAction } from './card-actions.ts';

type CardMenuProps = {
  readonly name: string;
  readonly actions: readonly CardAction[];
  readonly onClose: () => void;
};

/** Actions of a card, at the lower edge of a phone. */
export function CardMenu({ name, actions, onClose }: CardMenuProps): ReactElement {
  return (
    <Dialog title={name} onClose={onClose} footer={<PlainButton onClick={onClose}>Close</PlainButton>}>
      <ul className={styles.menu}>
        {actions.map((action) => (
          <li key={action.name}>
            <PlainButton
              onClick={() => {
                onClose();
                action.run();
              }}
            >
              {action.name}
            </PlainButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The visible way to what a long press opens. */
export function CardMenuButton({ name, onClick }: { name: string; onClick: () => void }): ReactElement {
  return (
    <PlainButton
      look="icon"
      className={styles.more}
      aria-label={`Actions of ${name}`}
      aria-haspopup="dialog"
      onClick={onClick}
    >
      <IconDotsVertical size={18} aria-hidden="true" />
    </PlainButton>
  );
}
