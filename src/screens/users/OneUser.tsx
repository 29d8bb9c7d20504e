/** Reads one user to change or delete it (USR-21, C51c). Never offer a stored copy: saving it would overwrite newer data. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import type { User } from '../../../contract/entities/users.ts';
import { isNotFound } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { useLateText } from '../../data/waiting.ts';
import { oneLine } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import { useNamedScreen } from '../../ui/screen-name.ts';
import shared from '../../ui/shared.module.css';
import { backToUsers } from './user.form.ts';
import styles from './users.module.css';

type UserTexts = Readonly<
  Record<
    | 'name'
    | 'surname'
    | 'email'
    | 'userName'
    | 'terms'
    | 'ethereumAccountAddress'
    | 'phoneNumber'
    | 'company'
    | 'role'
    | 'emailConfirmed',
    string
  >
>;

/** A user as form fields (C19: the flag as text). */
export function textsOf(user: User): UserTexts {
  return {
    name: user.name,
    surname: user.surname,
    email: user.email,
    userName: user.userName,
    terms: String(user.terms),
    ethereumAccountAddress: user.ethereumAccountAddress ?? '',
    phoneNumber: user.phoneNumber ?? '',
    company: user.company ?? '',
    role: user.role,
    emailConfirmed: String(user.emailConfirmed),
  };
}

export function OneUser({ title, children }: { title: string; children: (user: User) => ReactElement }): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id],
    queryFn: ({ signal }) => send(api.account.byId, { path: { id }, signal, cause: 'user' }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errorTitle: 'The user could not be loaded' },
  });
  useNamedScreen(data ? `${title} ${oneLine(data.userName)}` : null);
  const lateText = useLateText(!data && !error);
  if (data) return children(data);
  return (
    <div className={styles.one}>
      <h1>{title}</h1>
      {error ? (
        <p role="alert">
          <ServerMessage text={error.message} /> {isNotFound(error) ? <Link to={backToUsers.to}>All users</Link> : null}
        </p>
      ) : (
        <p role="status">{lateText ?? 'Loading the user ...'}</p>
      )}
      <div className={shared.buttons}>
        {error && !isNotFound(error) ? (
          <PlainButton look="filled" onClick={() => void refetch()}>
            Try again
          </PlainButton>
        ) : null}
        <PlainButton onClick={() => void navigate({ to: backToUsers.to })}>{specTexts.users.cancel}</PlainButton>
      </div>
    </div>
  );
}
