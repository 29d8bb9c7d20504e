/** The second factor on /accountSecurity: set-up in two steps, recovery codes, turning it off. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { NewSecret, SecurityState } from '../../../contract/entities/security.ts';
import { send } from '../../api/send.ts';
import { counted } from '../../lib/format.ts';
import { AuthenticatorSecret } from '../../ui/AuthenticatorSecret.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { ConfirmForm, type ConfirmValues } from './ConfirmForm.tsx';
import { passkeyProof } from './prove.ts';
import styles from './security.module.css';

type Step =
  | { readonly kind: 'state' | 'begin' | 'renew' | 'remove' }
  | { readonly kind: 'secret'; readonly secret: NewSecret }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const anyCode = 'The 6 digits of your authenticator app, or a recovery code.';
const recoveryCode = 'A recovery code, if you do not use your passkey.';
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

export function SecondFactor({ state, hasPasskeys, hasPassword }: Props): ReactElement {
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
        <Part text="Prove that it is you, then set up an authenticator app.">
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
    ? 'Your role needs a second factor. Without the authenticator app, it is your passkey.'
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
        <p>With a second factor, a login needs your password and a code of an authenticator app on your phone.</p>
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
      {isRequired ? <p className={styles.hint}>{required(isOn && hasPasskeys)}</p> : null}
      <div className={styles.buttons}>
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
    <Part text="Store these recovery codes where your phone is not. Each works once, and they are not shown again.">
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <CopyButton text={codes.join('\n')}>Copy codes</CopyButton>
        <PlainButton look="filled" onClick={onDone}>
          Codes are stored
        </PlainButton>
      </div>
    </Part>
  );
}
