/** A short form that proves who acts: password and code, or a passkey. Nothing is stored. */
import { type FormEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { askForProof, type Proof } from './prove.ts';
import styles from './security.module.css';

export type ConfirmValues = Proof & { readonly name: string; readonly newPassword: string };
type FieldName = 'currentPassword' | 'newPassword' | 'code' | 'name';

const labels: Readonly<Record<FieldName, string>> = {
  currentPassword: 'Current password',
  newPassword: 'New password',
  code: 'Code',
  name: 'Name',
};
const missing: Readonly<Record<FieldName, string>> = {
  currentPassword: 'Enter your current password.',
  newPassword: 'Enter a new password.',
  code: 'Enter the code.',
  name: 'Enter a name.',
};
const autoComplete = {
  currentPassword: 'current-password',
  newPassword: 'new-password',
  code: 'one-time-code',
  name: 'off',
};
/** Fields that a passkey replaces. */
const proving: readonly FieldName[] = ['currentPassword', 'code'];

type Props = {
  readonly fields: readonly FieldName[];
  /** 'too' = a passkey may replace password and code. 'only' = the user has no password. */
  readonly passkey?: 'too' | 'only';
  readonly codeHint: string;
  readonly name?: string;
  readonly yes: string;
  readonly onYes: (values: ConfirmValues) => Promise<void>;
  readonly onCancel: () => void;
};

export function ConfirmForm(props: Props): ReactElement {
  const { passkey, codeHint, name: givenName, yes, onYes, onCancel } = props;
  const isOnlyPasskey = passkey === 'only';
  const fields = isOnlyPasskey ? props.fields.filter((one) => !proving.includes(one)) : props.fields;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const input = (name: FieldName): HTMLInputElement | null =>
    form.current?.querySelector(`input[name="${name}"]`) ?? null;
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = async (withPasskey: boolean): Promise<void> => {
    if (isBusy) return;
    const values = {
      currentPassword: input('currentPassword')?.value ?? '',
      newPassword: input('newPassword')?.value ?? '',
      code: input('code')?.value.trim() ?? '',
      name: input('name')?.value.trim() ?? '',
    };
    const empty = fields.find((name) => values[name] === '' && !(withPasskey && proving.includes(name)));
    setFailure(empty ? missing[empty] : null);
    if (empty) return input(empty)?.focus();
    setBusy(true);
    try {
      if (!withPasskey) return await onYes(values);
      const used = await askForProof();
      if (!used) return setFailure('No passkey was used. Try again.');
      await onYes({ ...values, passkey: used });
    } catch (error) {
      if (error instanceof EndedSession) return;
      setFailure((error instanceof ApiError ? error : new ApiError({ cause: error })).message);
    } finally {
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit(isOnlyPasskey);
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      {fields.map((name) => (
        <div key={name} className={styles.field}>
          <label htmlFor={`${id}-${name}`}>{labels[name]}</label>
          <input
            id={`${id}-${name}`}
            name={name}
            className={styles.input}
            type={name === 'currentPassword' || name === 'newPassword' ? 'password' : 'text'}
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
        {passkey === 'too' && canUsePasskeys() ? (
          <PlainButton aria-disabled={isBusy} onClick={() => void submit(true)}>
            Use a passkey
          </PlainButton>
        ) : null}
        <PlainButton onClick={onCancel}>Cancel</PlainButton>
      </div>
    </form>
  );
}
