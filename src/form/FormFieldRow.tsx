/** A field of a form: label, input, error or hint. */

import { IconChevronDown } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { parseInstant } from '../../contract/params.ts';
import { type OptionSource, useOptions } from '../data/options.ts';
import { serverNow } from '../data/send.ts';
import { InstantPicker } from '../ui/InstantPicker.tsx';
import { ServerMessage } from '../ui/ServerMessage.tsx';
import { SuggestionInput } from '../ui/SuggestionInput.tsx';
import shared from '../ui/shared.module.css';
import type { FormField, Suggestion } from './define-form.ts';
import styles from './FormFieldRow.module.css';
import { required } from './rules.ts';

type FieldRowProps = {
  readonly id: string;
  readonly field: FormField;
  readonly text: string;
  readonly error: string | null;
  /** In place of the field's own. */
  readonly hint?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave?: () => void;
};

/** The attributes that every kind of input has. */
type SharedInput = {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly className: string;
};

export function FormFieldRow(props: FieldRowProps): ReactElement {
  const { id, field, error, hint = field.hint } = props;
  const isRequired = field.isRequired ?? field.rules?.includes(required) ?? false;
  return (
    <div className={styles.row}>
      <label className={styles.label} htmlFor={id}>
        {field.label}
        {isRequired ? (
          <span className={shared.failed} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </label>
      <Input {...props} isRequired={isRequired} />
      <p id={`${id}-note`} className={error ? styles.error : styles.hint}>
        {error ? <ServerMessage text={error} /> : hint}
      </p>
    </div>
  );
}

/** Numbers are text inputs, so that invalid input is visible and can be reported. Days use the browser's picker. */
const inputTypes = {
  text: 'text',
  email: 'email',
  password: 'password',
  number: 'text',
  day: 'date',
  instant: 'text',
} as const;

/** Attributes shared by all inputs. */
const sharedOf = ({
  id,
  field,
  text,
  error,
  hint = field.hint,
  isRequired,
}: FieldRowProps & { isRequired: boolean }): SharedInput => ({
  id,
  name: field.name,
  value: text,
  'aria-invalid': error ? true : undefined,
  'aria-required': isRequired || undefined,
  'aria-describedby': error || hint ? `${id}-note` : undefined,
  className: clsx(styles.input, error && styles.wrong, field.isReadOnly && styles.readOnly),
});

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
  if (field.offers) return <OffersInput {...props} offers={field.offers} shared={shared} />;
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

/** STN-07: shown as `YYYY-MM-DD HH:mm`. Another complete form is converted when the field loses focus. */
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
      <InstantPicker label={field.label} ms={ms} now={serverNow} step="hour" onPick={onText} />
    </span>
  );
}

/** Epoch ms as `YYYY-MM-DD HH:mm`. */
function shownInstant(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}

/** A list to choose from, in full when it is opened. Typed text shortens it, and may be anything. */
function OffersInput({
  text,
  onText,
  onLeave,
  offers,
  shared,
}: FieldRowProps & { readonly offers: readonly Suggestion[]; readonly shared: SharedInput }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const open = (): void => {
    setTyped(false);
    setOpen(true);
  };
  const shown = useMemo(
    () =>
      offers
        .filter(({ value }) => !isTyped || value.toLowerCase().startsWith(text.trim().toLowerCase()))
        .map(({ value, meaning }) => ({ value, hint: meaning })),
    [offers, isTyped, text],
  );
  return (
    <span className={clsx(styles.box, styles.withUnit)}>
      <SuggestionInput
        input={{
          ...shared,
          type: 'text',
          autoComplete: 'off',
          spellCheck: false,
          onClick: open,
          onKeyDown: ({ key }) => {
            if (key === 'ArrowDown' && !isOpen) open();
          },
          onChange: (event) => {
            onText(event.target.value);
            setTyped(true);
            setOpen(true);
          },
          onBlur: () => {
            setOpen(false);
            onLeave?.();
          },
        }}
        suggestions={shown}
        words={shown.length === 0 ? '' : `${shown.length} to choose from`}
        isOpen={isOpen}
        onOpen={setOpen}
        onChoose={({ value }) => {
          onText(value);
          setOpen(false);
        }}
        maxHeight={maxHeightPx}
      />
      <IconChevronDown size={16} className={styles.unit} aria-hidden="true" />
    </span>
  );
}

// ---- Input with suggestions of the server (STN-02, STN-03). A failed search is only logged.

/** STN-03. */
const maxHeightPx = 200;

function OptionsInput({
  field,
  text,
  onText,
  onLeave,
  sources,
  shared,
}: FieldRowProps & { readonly sources: readonly OptionSource[]; readonly shared: SharedInput }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const state = useOptions(sources, text, isOpen);
  const failure = state.kind === 'failed' ? state.sentence : null;
  useEffect(() => {
    if (failure !== null) console.warn(`${field.label}: ${failure}`);
  }, [failure, field.label]);
  return (
    <SuggestionInput
      input={{
        ...shared,
        type: 'text',
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
        placeholder: field.placeholder,
        onChange: (event) => {
          onText(event.target.value);
          setOpen(true);
        },
        onBlur: () => {
          setOpen(false);
          onLeave?.();
        },
      }}
      suggestions={state.options}
      words={state.kind === 'searching' ? 'Searching …' : state.kind === 'options' ? wordsOf(state.options.length) : ''}
      isOpen={isOpen}
      onOpen={setOpen}
      onChoose={({ value }) => {
        onText(value);
        setOpen(false);
      }}
      maxHeight={maxHeightPx}
    />
  );
}

function wordsOf(count: number): string {
  if (count === 0) return 'No users found.';
  return `${count} found`;
}
