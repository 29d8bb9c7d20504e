/** Dialog on the browser's <dialog>, which provides focus trap, Esc and top layer. Works without Mantine, before login too. */
import { type ReactElement, type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';
import { useModal } from './use-modal.ts';

type DialogProps = {
  title: string;
  /** Icon left of the title. */
  icon?: ReactNode;
  tone?: 'plain' | 'warn' | 'failed' | 'done';
  /** Right of the title, such as a countdown. */
  aside?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  width?: number;
  /** Esc, and a click on the backdrop unless `staysOpenOnBackdrop`. */
  onClose(): void;
  staysOpenOnBackdrop?: boolean;
};

/** A modal dialog, on phones at the bottom. Focus returns to its previous element on close. */
export function Dialog(props: DialogProps): ReactElement {
  const modal = useModal(props.onClose, () => {
    if (!props.staysOpenOnBackdrop) props.onClose();
  });
  const titleId = useId();
  const bodyId = useId();
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      style={{ maxWidth: props.width ?? 500 }}
      role={props.role === 'alertdialog' ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={props.children ? bodyId : undefined}
    >
      <div className={styles.panel}>
        <div className={styles.body} data-tone={props.tone ?? 'plain'}>
          {props.icon ? <span className={styles.icon}>{props.icon}</span> : null}
          <div className={styles.words}>
            <div className={styles.head}>
              <h2 id={titleId} className={styles.title}>
                {props.title}
              </h2>
              {props.aside ? <span className={styles.aside}>{props.aside}</span> : null}
            </div>
            {props.children ? <div id={bodyId}>{props.children}</div> : null}
          </div>
        </div>
        {props.footer ? <div className={styles.footer}>{props.footer}</div> : null}
      </div>
    </dialog>
  );
}
