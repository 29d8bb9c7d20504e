import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { specTexts } from '../../lib/spec-texts.ts';
import { notify } from '../../ui/notices.ts';
import { backToUsers, registerForm } from './user.form.ts';

const initial = { name: '', surname: '', company: '', email: '', username: '', password: '', role: 'User', terms: '0' };

/** /addUser (USR-09 to USR-13): POST /account/register (C01). */
export default function AddUserScreen(): ReactElement {
  const navigate = useNavigate();
  return (
    <FormScreen
      form={registerForm}
      title="Add user"
      initial={initial}
      back={backToUsers}
      save={async ({ terms, ...texts }) => {
        const body = { ...texts, terms: /^\d+$/.test(terms.trim()) ? Number(terms) : -1 };
        const { confirmationEmail } = await send(api.account.register, { body, cause: 'user' });
        const email = texts.email.trim();
        if (confirmationEmail === 'failed')
          notify({
            kind: 'warn',
            title: `User ${texts.username} was created, but the confirmation email could not be sent to ${email}.`,
            text: 'Resend it from UPDATE once the mail server works.',
          });
        else notify({ kind: 'done', title: `${specTexts.users.created} ${email}` });
        await navigate({ to: backToUsers.to });
      }}
    />
  );
}
