/** Radio buttons or checkboxes in the panel of a map button. */
import type { InputHTMLAttributes, ReactElement, ReactNode } from 'react';
import styles from './Choices.module.css';

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
      {note === undefined ? null : <span className={styles.note}>{note}</span>}
    </label>
  );
}
