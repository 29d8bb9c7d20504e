/** /accountSecurity: second factor, passkeys and password of the user (decision 22). */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Passkey, UsedCredential } from '../../../contract/entities/passkeys.ts';
import type { NewSecret, SecurityState } from '../../../contract/entities/security.ts';
import { parseInstant } from '../../../contract/params.ts';
import { ApiError } from '../../data/api-error.ts';
import { callResource } from '../../data/resource.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { deviceName } from '../../lib/device-name.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { canUsePasskeys, createPasskey, requestPasskey } from '../../lib/passkeys.ts';
import { utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { EndedSession } from '../../session/session-signal.ts';
import { asOfText } from '../../stations/station-text.ts';
import { AuthenticatorSecret } from '../../ui/AuthenticatorSecret.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { notify, openError } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import shared from '../../ui/shared.module.css';
import styles from './security.module.css';

export default function AccountSecurityScreen(): ReactElement {
  const now = useNow(60_000);
  const query = useQuery({
    ...callResource(api.security.state),
    refetchOnMount: 'always',
    meta: { errorTitle: 'Account security could not be loaded' },
  });
  return (
    <ObjectPage
      query={query}
      queryKey={callResource(api.security.state).queryKey}
      title="Account security"
      notFound="This server does not support a second factor. Update it first."
    >
      {(response) => (
        <>
          <div className={page.head}>
            <h1 className={page.title}>Account security</h1>
            <nav className={page.ways} aria-label="Account security">
              <Link to="/logins" className={page.way}>
                My logins
              </Link>
              {(response.value.password ?? 'on') === 'on' ? (
                <Link to="/changePassword" className={page.way}>
                  Change password
                </Link>
              ) : null}
            </nav>
          </div>
          {response.source === 'live' ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}.</p>}
          {response.value.password === 'provider' ? <Managed /> : <Own state={response.value} now={now} />}
        </>
      )}
    </ObjectPage>
  );
}

function Own({ state, now }: { state: SecurityState; now: number }): ReactElement {
  const { secondFactor, passkeys = [], password = 'on' } = state;
  const hasPassword = password === 'on';
  return (
    <>
      {/* A code is required after a password only. */}
      {hasPassword || secondFactor.isOn ? (
        <Panel title="Second factor">
          <SecondFactor state={secondFactor} hasPasskeys={passkeys.length > 0} hasPassword={hasPassword} />
        </Panel>
      ) : null}
      {state.passkeys ? (
        <Panel title="Passkeys">
          <Passkeys passkeys={passkeys} hasCode={secondFactor.isOn} hasPassword={hasPassword} now={now} />
        </Panel>
      ) : null}
      {state.password && passkeys.length > 0 ? (
        <Panel title="Password">
          <PasswordOff isOff={!hasPassword} passkeyCount={passkeys.length} />
        </Panel>
      ) : null}
    </>
  );
}

function Managed(): ReactElement {
  return (
    <Panel title="Single sign-on">
      <div className={styles.part}>
        <p>You log in with single sign-on. Password and second factor are changed at its provider.</p>
        <p className={shared.dim}>Logging out of Downlink does not log you out there.</p>
      </div>
    </Panel>
  );
}

// ---- proof of who changes the security of an account: password and code, or a passkey, which is both

type Proof = {
  readonly currentPassword: string;
  readonly code: string;
  readonly passkey?: UsedCredential;
};

/** null = the user cancelled, or the device has none. Rejects when the server refuses. */
async function askForProof(): Promise<UsedCredential | null> {
  const options = await send(api.security.beginPasskeyProof, { body: {}, cause: 'user' });
  return requestPasskey(options).catch(() => null);
}

/** Which part a passkey has in a ConfirmForm. */
function passkeyProof(hasPasskeys: boolean, hasPassword: boolean): { readonly passkey?: 'too' | 'only' } {
  if (!hasPasskeys) return {};
  return { passkey: hasPassword ? 'too' : 'only' };
}

type ConfirmValues = Proof & { readonly name: string; readonly newPassword: string };
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

type ConfirmFormProps = {
  readonly fields: readonly FieldName[];
  /** 'too' = a passkey may replace password and code. 'only' = the user has no password. */
  readonly passkey?: 'too' | 'only';
  readonly codeHint: string;
  readonly name?: string;
  readonly yes: string;
  readonly onYes: (values: ConfirmValues) => Promise<void>;
  readonly onCancel: () => void;
};

/** A short form that proves who acts: password and code, or a passkey. Nothing is stored. */
function ConfirmForm(props: ConfirmFormProps): ReactElement {
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
            <span id={`${id}-hint`} className={shared.dim}>
              {codeHint}
            </span>
          ) : null}
        </div>
      ))}
      <div role="alert" className={shared.failed}>
        {failure}
      </div>
      <div className={shared.buttons}>
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

// ---- passkeys: list, add, remove

type PasskeysProps = {
  readonly passkeys: readonly Passkey[];
  readonly hasCode: boolean;
  readonly hasPassword: boolean;
  readonly now: number;
};

function Passkeys({ passkeys, hasCode, hasPassword, now }: PasskeysProps): ReactElement {
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [toRemove, setToRemove] = useState<Passkey | null>(null);
  const reread = (): Promise<void> => client.invalidateQueries({ queryKey: [api.security.state.id] });
  const add = async ({ currentPassword, code, passkey, name }: ConfirmValues): Promise<void> => {
    const body = { currentPassword, code, ...(passkey ? { passkey } : {}) };
    const options = await send(api.security.beginPasskey, { body, cause: 'user' });
    const credential = await createPasskey(options).catch(() => null);
    if (!credential)
      return openError({
        title: 'The passkey was not added',
        message: 'No passkey was created. You cancelled it, or this device already has one for this account.',
      });
    await send(api.security.addPasskey, { body: { name, credential }, cause: 'user' });
    notify({ kind: 'done', title: 'The passkey was added' });
    setAdding(false);
    await reread();
  };
  const remove = async ({ id }: Passkey, { currentPassword, code, passkey }: ConfirmValues): Promise<void> => {
    const body = { currentPassword, code, ...(passkey ? { passkey } : {}) };
    await send(api.security.removePasskey, { path: { id }, body, cause: 'user' });
    notify({ kind: 'done', title: 'The passkey was removed' });
    setToRemove(null);
    await reread();
  };
  const proof = {
    ...passkeyProof(passkeys.length > 0, hasPassword),
    codeHint: 'The 6 digits of your authenticator app, or a recovery code.',
  };
  const proving = hasCode ? (['currentPassword', 'code'] as const) : (['currentPassword'] as const);
  const moment = (wire: string): string => utcMoment(parseInstant(wire) ?? 0, now);
  return (
    <div className={styles.part}>
      <p>A passkey on a phone, computer or security key logs you in without password and code.</p>
      {passkeys.length > 0 ? (
        <ul className={styles.passkeys} aria-label="Passkeys">
          {passkeys.map((one) => (
            <li key={one.id}>
              <span>
                <strong>{oneLine(one.name)}</strong>
                <span className={shared.dim}>
                  Added {moment(one.createdAt)},{' '}
                  {one.usedAt === null ? 'not used yet' : `last used ${moment(one.usedAt)}`}
                </span>
              </span>
              <PlainButton look="subtle" aria-label={`Remove ${one.name}`} onClick={() => setToRemove(one)}>
                Remove
              </PlainButton>
            </li>
          ))}
        </ul>
      ) : null}
      {toRemove ? (
        <fieldset className={styles.confirm}>
          <legend>Remove {oneLine(toRemove.name)}?</legend>
          <p className={shared.dim}>It no longer logs you in. Also delete it on the device.</p>
          <ConfirmForm
            key={toRemove.id}
            fields={proving}
            {...proof}
            yes="Remove"
            onYes={(values) => remove(toRemove, values)}
            onCancel={() => setToRemove(null)}
          />
        </fieldset>
      ) : isAdding ? (
        <ConfirmForm
          fields={['name', ...proving]}
          {...proof}
          name={deviceName(navigator.userAgent)}
          yes="Continue"
          onYes={add}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <AddButton onAdd={() => setAdding(true)} />
      )}
    </div>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }): ReactElement {
  return canUsePasskeys() ? (
    <PlainButton onClick={onAdd}>Add passkey</PlainButton>
  ) : (
    <p className={shared.dim}>This browser supports passkeys over HTTPS only, or not at all.</p>
  );
}

// ---- turning the password off, for users with two passkeys, and on again (decision 22)

const minPasskeys = 2;

type PasswordOffProps = { readonly isOff: boolean; readonly passkeyCount: number };

function PasswordOff({ isOff, passkeyCount }: PasswordOffProps): ReactElement {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const done = async (title: string, text?: string): Promise<void> => {
    notify({ kind: 'done', title, ...(text ? { text } : {}) });
    setOpen(false);
    await client.invalidateQueries({ queryKey: [api.security.state.id] });
  };
  const turnOff = async ({ passkey }: ConfirmValues): Promise<void> => {
    if (!passkey) return;
    await send(api.security.turnOffPassword, { body: { passkey }, cause: 'user' });
    await done('Your password is off', 'Your other logins have ended.');
  };
  const turnOn = async ({ passkey, newPassword }: ConfirmValues): Promise<void> => {
    if (!passkey) return;
    await send(api.security.turnOnPassword, { body: { passkey, newPassword }, cause: 'user' });
    await done('Your new password is on');
  };
  return (
    <div className={styles.part}>
      <StateBadge kind={isOff ? 'stored' : 'live'} word={isOff ? 'Off' : 'On'} />
      <p>
        {isOff
          ? 'You log in with your passkeys only. If you lose all of them, an Admin has to turn your password on.'
          : 'Without a password, only a passkey logs you in. There is no password that someone could guess, or that you could type into a false site.'}
      </p>
      {isOpen ? (
        <ConfirmForm
          fields={isOff ? ['newPassword'] : []}
          passkey="only"
          codeHint=""
          yes={isOff ? 'Set password with a passkey' : 'Turn off with a passkey'}
          onYes={isOff ? turnOn : turnOff}
          onCancel={() => setOpen(false)}
        />
      ) : isOff || passkeyCount >= minPasskeys ? (
        <PlainButton onClick={() => setOpen(true)}>{isOff ? 'Set a password' : 'Turn off password'}</PlainButton>
      ) : (
        <p className={shared.dim}>You need two passkeys to turn it off, for example on a phone and a computer.</p>
      )}
    </div>
  );
}

// ---- second factor: set-up in two steps, recovery codes, turning it off

type Step =
  | { readonly kind: 'state' | 'begin' | 'renew' | 'remove' }
  | { readonly kind: 'secret'; readonly secret: NewSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const anyCode = 'The 6 digits of your authenticator app, or a recovery code.';
const recoveryCode = 'Enter a recovery code, or use your passkey.';
const both = ['currentPassword', 'code'] as const;
const proofOf = ({ currentPassword, code, passkey }: ConfirmValues) => ({
  currentPassword,
  code,
  ...(passkey ? { passkey } : {}),
});

type Props = {
  readonly state: SecurityState['secondFactor'];
  readonly hasPasskeys: boolean;
  readonly hasPassword: boolean;
};

function SecondFactor({ state, hasPasskeys, hasPassword }: Props): ReactElement {
  const client = useQueryClient();
  const [step, setStep] = useState<Step>({ kind: 'state' });
  const cancel = (): void => setStep({ kind: 'state' });
  const reread = (): Promise<void> => client.invalidateQueries({ queryKey: [api.security.state.id] });
  const ways = passkeyProof(hasPasskeys, hasPassword);
  // Of a user whose second factor is a passkey, a recovery code replaces it.
  const isCodeRequired = state.isOn || (state.isRequired && hasPasskeys);
  const begin = async (values: ConfirmValues): Promise<void> => {
    const secret = await send(api.security.beginSecondFactor, { body: proofOf(values), cause: 'user' });
    setStep({ kind: 'secret', secret });
  };
  const confirm = async ({ code }: ConfirmValues): Promise<void> => {
    const { recoveryCodes } = await send(api.security.confirmSecondFactor, { body: { code }, cause: 'user' });
    notify({ kind: 'done', title: 'The second factor is on', text: 'Your other logins have ended.' });
    setStep({ kind: 'codes', codes: recoveryCodes });
    await reread();
  };
  const renew = async (values: ConfirmValues): Promise<void> => {
    const body = proofOf(values);
    const { recoveryCodes } = await send(api.security.renewRecoveryCodes, { body, cause: 'user' });
    setStep({ kind: 'codes', codes: recoveryCodes });
    await reread();
  };
  const remove = async (values: ConfirmValues): Promise<void> => {
    await send(api.security.removeSecondFactor, { body: proofOf(values), cause: 'user' });
    notify({ kind: 'done', title: 'The second factor is off' });
    cancel();
    await reread();
  };
  switch (step.kind) {
    case 'state':
      return <State state={state} hasPasskeys={hasPasskeys} onStep={(kind) => setStep({ kind })} />;
    case 'begin':
      return (
        <Part text="Confirm your identity, then set up an authenticator app.">
          <ConfirmForm
            fields={isCodeRequired ? both : ['currentPassword']}
            {...ways}
            codeHint={recoveryCode}
            yes="Continue"
            onYes={begin}
            onCancel={cancel}
          />
        </Part>
      );
    case 'secret':
      return (
        <Part>
          <AuthenticatorSecret {...step.secret} />
          <ConfirmForm
            key="code"
            fields={['code']}
            codeHint="The 6 digits that the app shows."
            yes="Turn on"
            onYes={confirm}
            onCancel={cancel}
          />
        </Part>
      );
    case 'codes':
      return <Codes codes={step.codes} onDone={cancel} />;
    case 'renew':
      return (
        <Part text="New recovery codes replace the earlier ones.">
          <ConfirmForm
            fields={both}
            {...ways}
            codeHint={state.isOn ? anyCode : recoveryCode}
            yes="Create codes"
            onYes={renew}
            onCancel={cancel}
          />
        </Part>
      );
    case 'remove':
      return (
        <Part text="Without a second factor the password alone opens your account.">
          <ConfirmForm fields={both} {...ways} codeHint={anyCode} yes="Turn off" onYes={remove} onCancel={cancel} />
        </Part>
      );
  }
}

function Part({ text, children }: { text?: string; children: ReactNode }): ReactElement {
  return (
    <div className={styles.part}>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}

const required = (isEither: boolean): string =>
  isEither
    ? 'Your role needs a second factor. If you turn off the authenticator app, your passkey is the second factor.'
    : 'Your role needs a second factor, so it stays on.';

type StateProps = {
  readonly state: SecurityState['secondFactor'];
  readonly hasPasskeys: boolean;
  readonly onStep: (kind: 'begin' | 'renew' | 'remove') => void;
};

function State({ state, hasPasskeys, onStep }: StateProps): ReactElement {
  const { isOn, isRequired, recoveryCodes } = state;
  const isPasskeyFactor = isRequired && hasPasskeys;
  if (!isOn && !isPasskeyFactor)
    return (
      <Part>
        <StateBadge kind="idle" word="Off" />
        <p>With a second factor, a login needs your password and a code from an authenticator app on your phone.</p>
        <PlainButton look="filled" onClick={() => onStep('begin')}>
          Set up
        </PlainButton>
      </Part>
    );
  return (
    <Part>
      <StateBadge kind="live" word={isOn ? 'On' : 'On: passkey'} />
      <p>
        {recoveryCodes === 0
          ? `You have no recovery codes. Create some: without them a lost ${isOn ? 'phone' : 'passkey'} locks you out.`
          : `${counted(recoveryCodes, 'unused recovery code')}. Each replaces ${isOn ? 'one code of a lost phone' : 'a lost passkey once'}.`}
      </p>
      {isRequired ? <p className={shared.dim}>{required(isOn && hasPasskeys)}</p> : null}
      <div className={shared.buttons}>
        <PlainButton look={recoveryCodes === 0 ? 'filled' : 'default'} onClick={() => onStep('renew')}>
          New recovery codes
        </PlainButton>
        {isOn ? null : <PlainButton onClick={() => onStep('begin')}>Set up authenticator app</PlainButton>}
        {isOn && (!isRequired || hasPasskeys) ? (
          <PlainButton onClick={() => onStep('remove')}>Turn off</PlainButton>
        ) : null}
      </div>
    </Part>
  );
}

function Codes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactElement {
  return (
    <Part text="Keep these recovery codes somewhere other than on your phone. Each works once, and they are not shown again.">
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={shared.buttons}>
        <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
        <PlainButton look="filled" onClick={onDone}>
          Codes are stored
        </PlainButton>
      </div>
    </Part>
  );
}
