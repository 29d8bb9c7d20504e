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

export const inputClass = (props: Pick<InputProps, 'problem' | 'isOpen'>): string =>
  clsx(styles.input, props.isOpen && styles.open, props.problem !== null && styles.wrong);
