/** Map button with a popover that closes on Esc, a click elsewhere or the button. */
import clsx from 'clsx';
import { type InputHTMLAttributes, type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import shared from '../../../ui/shared.module.css';
import screen from '../MapScreen.module.css';
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
    const closed = new AbortController();
    document.addEventListener('pointerdown', onPress, closed);
    document.addEventListener('keydown', onKey, closed);
    return () => closed.abort();
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
        <section ref={panel} id={id} className={clsx(screen.raised, styles.panel)} aria-label={label}>
          {children}
        </section>
      ) : null}
    </div>
  );
}

// ---- Radio buttons or checkboxes in the panel

export function Choices({ legend, children }: { legend: string; children: ReactNode }): ReactElement {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

type ChoiceProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'name' | 'value' | 'checked'> & {
  readonly label: string;
  readonly note?: string;
  readonly onChange: (isChecked: boolean) => void;
};

export function Choice({ label, note, onChange, ...input }: ChoiceProps): ReactElement {
  return (
    <label>
      <input {...input} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
      {note === undefined ? null : <span className={clsx(shared.smallDim, styles.note)}>{note}</span>}
    </label>
  );
}

type RadioChoicesProps<T extends string> = {
  readonly legend: string;
  readonly value: T;
  /** Of all choices, in their order. */
  readonly texts: Readonly<Record<T, string>>;
  readonly onChange: (choice: T) => void;
};

export function RadioChoices<T extends string>({ legend, value, texts, onChange }: RadioChoicesProps<T>): ReactElement {
  const name = useId();
  return (
    <Choices legend={legend}>
      {(Object.entries(texts) as [T, string][]).map(([one, label]) => (
        <Choice
          key={one}
          type="radio"
          name={name}
          checked={one === value}
          onChange={() => onChange(one)}
          label={label}
        />
      ))}
    </Choices>
  );
}
