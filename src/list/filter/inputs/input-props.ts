import clsx from 'clsx';
import styles from './inputs.module.css';

/** Props of every filter input. Texts are as typed. The list's state converts them to wire format. */
export type InputProps = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The field lost focus: its errors are shown from now on. */
  readonly onLeave: () => void;
  readonly problem: string | null;
  readonly isOpen: boolean;
  readonly placeholder?: string;
  readonly describedBy: string | undefined;
  /** What the calendar of a date counts per day. */
  readonly counts?: 'text' | 'adsb' | undefined;
};

const inputClass = (props: Pick<InputProps, 'problem' | 'isOpen'>): string =>
  clsx(styles.input, props.isOpen && styles.open, props.problem !== null && styles.wrong);

/** Attributes of every input. */
export const ownAttributes = (props: InputProps) => ({
  id: props.id,
  className: inputClass(props),
  value: props.text,
  'aria-invalid': props.problem ? (true as const) : undefined,
  'aria-describedby': props.describedBy,
});

/** No completion, correction or capitalisation by the browser. */
export const asTyped = { type: 'text', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;
