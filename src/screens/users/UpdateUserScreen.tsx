import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { User } from '../../../contract/entities/users.ts';
import { ApiError } from '../../data/api-error.ts';
import { attempt } from '../../data/attempt.ts';
import { send } from '../../data/send.ts';
import { FormScreen } from '../../form/FormScreen.tsx';
import { EndedSession } from '../../session/session-signal.ts';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { notify, openError } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { OneUser, textsOf } from './OneUser.tsx';
import { backToUsers, updateForm } from './user.form.ts';

/** /updateUser/{id} (USR-14 to USR-18): PUT /Account/UpdateRoleCompany by user name (C20). */
export default function UpdateUserScreen(): ReactElement {
  return <OneUser title="Update user">{(user) => <UpdateUser user={user} />}</OneUser>;
}

function UpdateUser({ user }: { user: User }): ReactElement {
  const navigate = useNavigate();
  const leave = (): Promise<void> => navigate({ to: backToUsers.to });
  return (
    <FormScreen
      form={updateForm}
      title={user.userName}
      initial={textsOf(user)}
      back={backToUsers}
      onCancel={() => void leave()}
      save={async ({ role, company, phoneNumber, emailConfirmed }) => {
        const body = {
          userName: user.userName,
          role,
          company: company.trim() || null,
          emailConfirmed: emailConfirmed === 'true',
          phoneNumber: phoneNumber.trim() || null,
        };
        await send(api.account.updateRoleCompany, { body, cause: 'user' });
        notify({ kind: 'done', title: `User ${user.userName} was changed` });
        await leave();
      }}
      more={
        <>
          {user.emailConfirmed || user.email === '' ? null : <SendAgain user={user} />}
          <ResetSecondFactor user={user} />
        </>
      }
    />
  );
}

/** For a user who lost phone and recovery codes. */
function ResetSecondFactor({ user: { id, userName } }: { user: User }): ReactElement {
  const [isConfirming, setConfirming] = useState(false);
  const reset = async (): Promise<void> => {
    setConfirming(false);
    const call = (): Promise<unknown> => send(api.security.resetSecondFactor, { path: { id }, cause: 'user' });
    if (await attempt('The second factor was not removed', call))
      notify({ kind: 'done', title: `The second factor of ${userName} was removed` });
  };
  return (
    <>
      <PlainButton look="subtle" onClick={() => setConfirming(true)}>
        Remove second factor
      </PlainButton>
      {isConfirming ? (
        <Confirmation
          title={`Remove the second factor of ${userName}?`}
          yes="Remove"
          onYes={() => void reset()}
          onNo={() => setConfirming(false)}
        >
          Make sure that the user requested this. The account then needs only its password, and its logins end.
        </Confirmation>
      ) : null}
    </>
  );
}

/** For an email that was lost, or failed at registration. */
function SendAgain({ user }: { user: User }): ReactElement {
  const [isBusy, setBusy] = useState(false);
  const sendAgain = async (): Promise<void> => {
    setBusy(true);
    try {
      const { confirmationEmail } = await send(api.account.sendConfirmation, { path: { id: user.id }, cause: 'user' });
      if (confirmationEmail === 'failed')
        notify({ kind: 'warn', title: `The confirmation email could not be sent to ${user.email}.` });
      else notify({ kind: 'done', title: `Confirmation email has been sent to ${user.email}` });
    } catch (error) {
      if (error instanceof EndedSession) return;
      const { message } = error instanceof ApiError ? error : new ApiError({ cause: error });
      openError({ title: 'The confirmation email was not sent', message });
    } finally {
      setBusy(false);
    }
  };
  return (
    <PlainButton look="subtle" aria-disabled={isBusy} onClick={() => void sendAgain()}>
      Send confirmation email
    </PlainButton>
  );
}
