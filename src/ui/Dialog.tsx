/**
 * A dialog on the browser's own <dialog>: focus trap, Esc and top layer come from the browser, so it works without Mantine, at log-in too.
 * Must not: hold more than one question, or appear over another dialog.
 */
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';

export type DialogProps = {
  title: string;
  /** Mark on the left of the title. */
  icon?: ReactNode;
  tone?: 'plain' | 'warn' | 'failed' | 'done';
  /** Right of the title, such as a countdown. */
  aside?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  role?: 'dialog' | 'alertdialog';
  width?: number;
  /** Esc, and the backdrop unless `keepsOnBackdrop`. */
  onClose(): void;
  keepsOnBackdrop?: boolean;
};

/** A modal dialog; on phones it stands at the lower edge. Focus returns to where it was when it closes. */
export function Dialog(props: DialogProps): ReactElement {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const bodyId = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // The browser focuses the first control; the one that is meant is marked.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // The backdrop belongs to the dialog element: a press on it lands on the element itself. Esc is the keyboard's way.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes (onCancel)
    <dialog
      ref={element}
      className={styles.dialog}
      style={{ maxWidth: props.width ?? 500 }}
      role={props.role === 'alertdialog' ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={props.children ? bodyId : undefined}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !props.keepsOnBackdrop) props.onClose();
      }}
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
