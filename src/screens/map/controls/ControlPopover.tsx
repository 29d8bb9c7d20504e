/** Map button with a popover that closes on Esc, a click elsewhere or the button. */
import clsx from 'clsx';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import styles from './MapControls.module.css';

type ControlPopoverProps = {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** A dot on the button and its description. The panel explains it. null = none. */
  readonly mark?: string | null;
  readonly children: ReactNode;
};

export function ControlPopover({
  label,
  icon,
  isOpen,
  onOpen,
  mark = null,
  children,
}: ControlPopoverProps): ReactElement {
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
        title={mark === null ? label : `${label}. ${mark}`}
        data-mark={mark !== null || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={clsx(isOpen && styles.pressed)}
        onClick={() => onOpen(!isOpen)}
      >
        {icon}
      </PlainButton>
      {/* Always present: a live region that appears with its first text is not read. */}
      <span className="dl-hidden" role="status">
        {mark}
      </span>
      {isOpen ? (
        <section ref={panel} id={id} className={styles.panel} aria-label={label}>
          {children}
        </section>
      ) : null}
    </div>
  );
}
