/** Turning the password off on /accountSecurity, for users with two passkeys, and on again (decision 101). */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { send } from '../../api/send.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { ConfirmForm, type ConfirmValues } from './ConfirmForm.tsx';
import styles from './security.module.css';

const minPasskeys = 2;

type Props = { readonly isOff: boolean; readonly passkeyCount: number };

export function PasswordOff({ isOff, passkeyCount }: Props): ReactElement {
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
          ? 'Only your passkeys log you in. If you lose all of them, an Admin has to turn your password on.'
          : 'Without a password, only your passkeys log you in: nothing can be guessed, or typed into a false site.'}
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
        <p className={styles.hint}>You need two passkeys to turn it off, for example on a phone and a computer.</p>
      )}
    </div>
  );
}
