import type { ReactElement, ReactNode } from 'react';
import styles from './SideSheet.module.css';
import { useModal } from './use-modal.ts';

/** A drawer from the left on the browser's <dialog>. `label` names it for screen readers. Esc and the backdrop close it. */
export function SideSheet({
  label,
  children,
  onClose,
}: {
  label: string;
  children: ReactNode;
  onClose(): void;
}): ReactElement {
  const modal = useModal(onClose, onClose);
  return (
    <dialog {...modal} className={styles.sheet} aria-label={label}>
      <div className={styles.content}>{children}</div>
    </dialog>
  );
}
