/** A short form that proves who acts: the current password, a code, or both. Neither is stored. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './security.module.css';

export type Proof = { readonly currentPassword: string; readonly code: string; readonly name: string };
type FieldName = keyof Proof;

const labels: Readonly<Record<FieldName, string>> = { currentPassword: 'Current password', code: 'Code', name: 'Name' };
const missing: Readonly<Record<FieldName, string>> = {
  currentPassword: 'Enter your current password.',
  code: 'Enter the code.',
  name: 'Enter a name.',
};

const autoComplete = { currentPassword: 'current-password', code: 'one-time-code', name: 'off' };

type Props = {
  readonly fields: readonly FieldName[];
  readonly codeHint: string;
  readonly name?: string;
  readonly yes: string;
  readonly onYes: (proof: Proof) => Promise<void>;
  readonly onCancel: () => void;
};

export function ConfirmForm({ fields, codeHint, name: givenName, yes, onYes, onCancel }: Props): ReactElement {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = (name: FieldName): HTMLInputElement | null =>
    form.current?.querySelector(`input[name="${name}"]`) ?? null;
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    const proof = {
      currentPassword: input('currentPassword')?.value ?? '',
      code: input('code')?.value.trim() ?? '',
      name: input('name')?.value.trim() ?? '',
    };
    const empty = fields.find((name) => proof[name] === '');
    setFailure(empty ? missing[empty] : null);
    if (empty) return input(empty)?.focus();
    setBusy(true);
    try {
      await onYes(proof);
    } catch (error) {
      if (error instanceof EndedSession) return;
      setFailure((error instanceof ApiError ? error : new ApiError({ cause: error })).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      {fields.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            className={styles.input}
            type={name === 'currentPassword' ? 'password' : 'text'}
            defaultValue={name === 'name' ? givenName : undefined}
            maxLength={name === 'name' ? 60 : undefined}
            autoComplete={autoComplete[name]}
            autoCapitalize="none"
            spellCheck={false}
            aria-invalid={failure !== null}
            aria-describedby={name === 'code' ? `${id}-hint` : undefined}
          />
          {name === 'code' ? (
            <span id={`${id}-hint`} className={styles.hint}>
              {codeHint}
            </span>
          ) : null}
        </div>
      ))}
      <div role="alert" className={styles.error}>
        {failure}
      </div>
      <div className={styles.buttons}>
        <PlainButton type="submit" look="filled" aria-busy={isBusy} aria-disabled={isBusy}>
          {yes}
        </PlainButton>
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
      </div>
    </form>
  );
}
