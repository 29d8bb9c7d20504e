import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import styles from './SideSheet.module.css';

/** A drawer from the left on the browser's own <dialog>. `label` names it for screen readers; Esc and the backdrop close it. */
export function SideSheet({
  label,
  children,
  onClose,
}: {
  label: string;
  children: ReactNode;
  onClose(): void;
}): ReactElement {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes (onCancel)
    <dialog
      ref={element}
      className={styles.sheet}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}
