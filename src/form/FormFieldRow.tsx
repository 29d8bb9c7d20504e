/**
 * One field of a form: label, input by what the field is, and under it what is wrong or a hint.
 * Must not: hold what was typed.
 */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import type { FormField } from './define-form.ts';
import styles from './FormFieldRow.module.css';
import { required } from './rules.ts';

export type FieldRowProps = {
  readonly id: string;
  readonly field: FormField;
  readonly text: string;
  readonly error: string | null;
  readonly onText: (text: string) => void;
};

export function FormFieldRow(props: FieldRowProps): ReactElement {
  const { id, field, error } = props;
  const isRequired = field.rules?.includes(required) ?? false;
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {field.label}
        {isRequired ? (
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      <Input {...props} isRequired={isRequired} />
      <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
        {error ?? field.hint}
      </p>
    </div>
  );
}

function Input({ id, field, text, error, onText, isRequired }: FieldRowProps & { isRequired: boolean }): ReactElement {
  const shared = {
    id,
    name: field.name,
    value: text,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired || undefined,
    'aria-describedby': error || field.hint ? `${id}-note` : undefined,
    className: clsx(styles.input, error && styles.wrong, field.isReadOnly && styles.readOnly),
  };
  if (field.isReadOnly) return <input {...shared} readOnly />;
  if (field.choices)
    return (
      <select {...shared} onChange={(event) => onText(event.target.value)}>
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  return (
    <>
      <input
        {...shared}
        type={field.type === 'number' ? 'text' : field.type}
        inputMode={field.type === 'number' ? 'numeric' : undefined}
        autoComplete={field.autoComplete ?? 'off'}
        autoCapitalize={field.type ? 'none' : undefined}
        spellCheck={false}
        list={field.suggestions ? `${id}-list` : undefined}
        onChange={(event) => onText(event.target.value)}
      />
      {field.suggestions ? (
        <datalist id={`${id}-list`}>
          {field.suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
