/** Opens the browser's <dialog> as modal while it is mounted. Focus returns to its previous element on close. */
import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react';

type ModalProps = {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onCancel: (event: SyntheticEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
};

/** Props of the element. Esc calls `onClose`, a click on the backdrop calls `onBackdrop`. */
export function useModal(onClose: () => void, onBackdrop: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    // The browser focuses the first control. `data-autofocus` marks another one.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    // The backdrop belongs to the dialog element: a click on it targets the element itself.
    onClick: (event) => {
      if (event.target === event.currentTarget) onBackdrop();
    },
  };
}
