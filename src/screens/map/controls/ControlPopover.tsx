/**
 * A button over the map that opens a small panel beside it. Esc, a press elsewhere and the button close it.
 * Must not: know what stands in the panel.
 */
import clsx from 'clsx';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import styles from './MapControls.module.css';

type ControlPopoverProps = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
};

export function ControlPopover({ label, icon, isOpen, onOpen, children }: ControlPopoverProps): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.querySelector<HTMLElement>('input:checked, input, button, a')?.focus({ preventScroll: true });
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) onOpen(false);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onOpen(false);
      root.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onPress);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPress);
      document.removeEventListener('keydown', onKey);
    };
  }, [isOpen, onOpen]);
  return (
    <div ref={root} className={styles.popover}>
      <PlainButton
        look="icon"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={clsx(isOpen && styles.pressed)}
        onClick={() => onOpen(!isOpen)}
      >
        {icon}
      </PlainButton>
      {isOpen ? (
        <section ref={panel} id={id} className={styles.panel} aria-label={label}>
          {children}
        </section>
      ) : null}
    </div>
  );
}
