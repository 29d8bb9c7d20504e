import { IconKeyboard } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { keyGroups } from '../lib/keys.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './KeysDialog.module.css';

/** Keys of every screen, one cap per key. */
export function KeysDialog({ onClose }: { onClose(): void }): ReactElement {
  return (
    <Dialog
      title="Keyboard shortcuts"
      width={760}
      icon={<IconKeyboard size={24} aria-hidden />}
      onClose={onClose}
      footer={
        <PlainButton look="filled" data-autofocus onClick={onClose}>
          Close
        </PlainButton>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the dialog scrolls on phones, and must do so by keyboard */}
      <section className={styles.groups} aria-label="Keys" tabIndex={0}>
        {keyGroups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl className={styles.keys}>
              {keys.map(([caps, does]) => (
                <div key={caps}>
                  <dt>
                    {caps.split(' ').map((cap) => (
                      <kbd key={cap}>{cap}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}
