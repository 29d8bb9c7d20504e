import clsx from 'clsx';
import styles from './inputs.module.css';

/** What every filter input gets. Texts are as typed; the list's state makes wire texts of them. */
export type InputProps = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The field was left: from now on its problem shows. */
  readonly onLeave: () => void;
  readonly problem: string | null;
  readonly isOpen: boolean;
  readonly placeholder?: string;
  readonly describedBy: string | undefined;
};

const inputClass = (props: Pick<InputProps, 'problem' | 'isOpen'>): string =>
  clsx(styles.input, props.isOpen && styles.open, props.problem !== null && styles.wrong);

/** What every input says of itself and of its text. */
export const ownAttributes = (props: InputProps) => ({
  id: props.id,
  className: inputClass(props),
  value: props.text,
  'aria-invalid': props.problem ? (true as const) : undefined,
  'aria-describedby': props.describedBy,
});

/** A text that only a person knows: the browser completes, corrects and capitalises nothing. */
export const asTyped = { type: 'text', autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const;
