import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { notify } from '../../ui/notices.ts';
import { passwordForm } from './user.form.ts';

/** /changePassword, from the account menu (C119). */
export default function ChangePasswordScreen(): ReactElement {
  const navigate = useNavigate();
  const leave = (): Promise<void> => navigate({ to: '/' });
  return (
    <FormScreen
      form={passwordForm}
      title="Change password"
      initial={{ currentPassword: '', newPassword: '' }}
      back={{ to: '/', label: 'Back' }}
      onCancel={() => void leave()}
      save={async (body) => {
        await send(api.account.changePassword, { body, cause: 'user' });
        notify({ kind: 'done', title: 'Your password was changed', text: 'Your other sessions have ended.' });
        await leave();
      }}
    />
  );
}
