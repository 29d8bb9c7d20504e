/**
 * One field of a form: label, input by what the field is, and under it what is wrong or a hint.
 * Must not: hold what was typed.
 */
import clsx from 'clsx';
import type { ReactElement } from 'react';
import { parseInstant } from '../../contract/params.ts';
import { InstantPicker } from '../ui/InstantPicker.tsx';
import type { FormField } from './define-form.ts';
import styles from './FormFieldRow.module.css';
import { OptionsInput } from './OptionsInput.tsx';
import { required } from './rules.ts';

export type FieldRowProps = {
  readonly id: string;
  readonly field: FormField;
  readonly text: string;
  readonly error: string | null;
  /** In place of the field's own. */
  readonly hint?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
};

export function FormFieldRow(props: FieldRowProps): ReactElement {
  const { id, field, error, hint = field.hint } = props;
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
        {error ?? hint}
      </p>
    </div>
  );
}

/** A number is a text, so that what is typed wrongly can be seen and told; a day has the browser's own picker. */
const inputTypes = {
  text: 'text',
  email: 'email',
  password: 'password',
  number: 'text',
  day: 'date',
  instant: 'text',
} as const;

/** What every kind of input says of itself. */
const sharedOf = ({
  id,
  field,
  text,
  error,
  hint = field.hint,
  isRequired,
}: FieldRowProps & { isRequired: boolean }) => ({
  id,
  name: field.name,
  value: text,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': error || hint ? `${id}-note` : undefined,
  className: clsx(styles.input, error && styles.wrong, field.isReadOnly && styles.readOnly),
});
export type SharedInput = ReturnType<typeof sharedOf>;

function Input(props: FieldRowProps & { isRequired: boolean }): ReactElement {
  const { field, onText, onLeave } = props;
  const shared = sharedOf(props);
  if (field.lines !== undefined)
    return (
      <textarea
        {...shared}
        rows={field.lines}
        autoComplete="off"
        spellCheck={false}
        readOnly={field.isReadOnly}
        onChange={(event) => onText(event.target.value)}
        onBlur={onLeave}
      />
    );
  if (field.isReadOnly) return <input {...shared} readOnly />;
  if (field.choices)
    return (
      <select {...shared} onChange={(event) => onText(event.target.value)}>
        {field.choices.map((choice) => (
          <option key={choice} value={choice}>
            {field.choiceLabels?.[choice] ?? choice}
          </option>
        ))}
      </select>
    );
  if (field.type === 'instant') return <InstantInput {...props} shared={shared} />;
  if (field.sources) return <OptionsInput {...props} sources={field.sources} shared={shared} />;
  return <TextInput {...props} shared={shared} />;
}

function TextInput({
  id,
  field,
  onText,
  onLeave,
  shared,
}: FieldRowProps & { readonly shared: SharedInput }): ReactElement {
  return (
    <span className={clsx(styles.box, field.unit && styles.withUnit)}>
      <input
        {...shared}
        type={inputTypes[field.type ?? 'text']}
        inputMode={field.type === 'number' ? 'decimal' : undefined}
        autoComplete={field.autoComplete ?? 'off'}
        autoCapitalize={field.type ? 'none' : undefined}
        spellCheck={false}
        placeholder={field.placeholder}
        list={field.suggestions ? `${id}-list` : undefined}
        onChange={(event) => onText(event.target.value)}
        onBlur={onLeave}
      />
      {field.unit ? (
        <span className={styles.unit} aria-hidden="true">
          {field.unit}
        </span>
      ) : null}
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
    </span>
  );
}

/** STN-07: shown as `YYYY-MM-DD HH:mm`; a whole one typed in another form is shown so when it is left. */
function InstantInput(props: FieldRowProps & { readonly shared: SharedInput }): ReactElement {
  const { field, text, onText, onLeave, shared } = props;
  const ms = parseInstant(text);
  return (
    <span className={clsx(styles.box, styles.withPicker)}>
      <input
        {...shared}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        placeholder="YYYY-MM-DD HH:00"
        onChange={(event) => onText(event.target.value)}
        onBlur={() => {
          if (ms !== null && shownInstant(ms) !== text) onText(shownInstant(ms));
          onLeave?.();
        }}
      />
      <InstantPicker label={field.label} ms={ms} stepMinutes={60} onPick={onText} />
    </span>
  );
}

/** Epoch ms as `YYYY-MM-DD HH:mm`. */
export function shownInstant(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
