/** Passkeys on /accountSecurity: list, add, remove. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Passkey } from '../../../contract/entities/passkeys.ts';
import { parseInstant } from '../../../contract/params.ts';
import { attempt } from '../../api/attempt.ts';
import { send } from '../../api/send.ts';
import { deviceName } from '../../lib/device-name.ts';
import { oneLine } from '../../lib/format.ts';
import { canUsePasskeys, createPasskey } from '../../lib/passkeys.ts';
import { utcMoment } from '../../lib/time.ts';
import { notify, openError } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { Question } from '../../ui/Question.tsx';
import { ConfirmForm, type ConfirmValues } from './ConfirmForm.tsx';
import { passkeyProof } from './prove.ts';
import styles from './security.module.css';

type Props = {
  readonly passkeys: readonly Passkey[];
  readonly hasCode: boolean;
  readonly hasPassword: boolean;
  readonly now: number;
};

export function Passkeys({ passkeys, hasCode, hasPassword, now }: Props): ReactElement {
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
        message: 'Your device created none: it was cancelled, or the device already has one for this account.',
      });
    await send(api.security.addPasskey, { body: { name, credential }, cause: 'user' });
    notify({ kind: 'done', title: 'The passkey was added' });
    setAdding(false);
    await reread();
  };
  const remove = async ({ id }: Passkey): Promise<void> => {
    setToRemove(null);
    const call = () => send(api.security.removePasskey, { path: { id }, cause: 'user' });
    if (await attempt('The passkey was not removed', call)) notify({ kind: 'done', title: 'The passkey was removed' });
    await reread();
  };
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
                <span className={styles.hint}>
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
      {isAdding ? (
        <ConfirmForm
          fields={hasCode ? ['name', 'currentPassword', 'code'] : ['name', 'currentPassword']}
          {...passkeyProof(passkeys.length > 0, hasPassword)}
          name={deviceName(navigator.userAgent)}
          codeHint="The 6 digits of your authenticator app, or a recovery code."
          yes="Continue"
          onYes={add}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <AddButton onAdd={() => setAdding(true)} />
      )}
      {toRemove ? (
        <Question
          title={`Remove ${oneLine(toRemove.name)}?`}
          yes="Remove"
          onYes={() => void remove(toRemove)}
          onNo={() => setToRemove(null)}
        >
          It no longer logs you in. Also delete it on the device.
        </Question>
      ) : null}
    </div>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }): ReactElement {
  return canUsePasskeys() ? (
    <PlainButton onClick={onAdd}>Add passkey</PlainButton>
  ) : (
    <p className={styles.hint}>This browser supports passkeys over HTTPS only, or not at all.</p>
  );
}
