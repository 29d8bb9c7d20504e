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
  const isRequired = field.isRequired ?? field.rules?.includes(required) ?? false;
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

/** A number is a text, so that what is typed wrongly can be seen and told; a day has the browser's own picker. */
const inputTypes = { text: 'text', email: 'email', password: 'password', number: 'text', day: 'date' } as const;

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
  if (field.lines !== undefined)
    return (
      <textarea
        {...shared}
        rows={field.lines}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
      />
    );
  return (
    <>
      <input
        {...shared}
        type={inputTypes[field.type ?? 'text']}
        inputMode={field.type === 'number' ? 'decimal' : undefined}
        autoComplete={field.autoComplete ?? 'off'}
        autoCapitalize={field.type ? 'none' : undefined}
        spellCheck={false}
        list={field.suggestions ? `${id}-list` : undefined}
        onChange={(event) => onText(event.target.value)}
      />
      {field.suggestions ? (
        <datalist id={`${id}-list`}>
          {field.suggestions.map((one) => {
            const { value, meaning } = typeof one === 'string' ? { value: one, meaning: undefined } : one;
            return (
              <option key={value} value={value}>
                {meaning}
              </option>
            );
          })}
        </datalist>
      ) : null}
    </>
  );
}
