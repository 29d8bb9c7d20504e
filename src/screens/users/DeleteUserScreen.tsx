import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import type { User } from '../../../contract/entities/users.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { notify } from '../../ui/notices.ts';
import { OneUser, textsOf } from './OneUser.tsx';
import { backToUsers, deleteForm } from './user.form.ts';
import styles from './users.module.css';

/** /deleteUser/{id} (USR-19): closes the account. Its basic record is archived (C94). */
export default function DeleteUserScreen(): ReactElement {
  return <OneUser title="Delete user">{(user) => <DeleteUser user={user} />}</OneUser>;
}

function DeleteUser({ user }: { user: User }): ReactElement {
  const navigate = useNavigate();
  const leave = (): Promise<void> => navigate({ to: backToUsers.to });
  return (
    <FormScreen
      form={deleteForm}
      title={`Delete user ${user.userName}`}
      initial={textsOf(user)}
      back={backToUsers}
      onCancel={() => void leave()}
      more={
        <p className={styles.note}>
          The account closes at once. Name, email address, company and role stay on record for seven years (see the
          privacy policy).
        </p>
      }
      save={async () => {
        await send(api.account.delete, { path: { id: user.id }, cause: 'user' });
        notify({ kind: 'done', title: `User ${user.userName} was deleted` });
        await leave();
      }}
    />
  );
}
