/** /logins: the sessions of the user, which the user can end (decision 21). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { Login, Logins } from '../../../contract/entities/logins.ts';
import { parseInstant } from '../../../contract/params.ts';
import { attempt } from '../../data/attempt.ts';
import { type ApiResponse, callResource } from '../../data/resource.ts';
import { send } from '../../data/send.ts';
import { useNow } from '../../data/use-now.ts';
import { deviceName } from '../../lib/device-name.ts';
import { noValue, oneLine } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import page from '../../objects/ObjectPage.module.css';
import { ObjectPage, Panel } from '../../objects/ObjectPage.tsx';
import { asOfText, isCurrent } from '../../stations/station-text.ts';
import { Confirmation } from '../../ui/Confirmation.tsx';
import { DataTable, type TableColumn } from '../../ui/DataTable.tsx';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import shared from '../../ui/shared.module.css';

const refreshMs = 30_000;

export default function LoginsScreen(): ReactElement {
  const query = useQuery({
    ...callResource(api.security.logins),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    meta: { errorTitle: 'Your logins could not be loaded' },
  });
  return (
    <ObjectPage
      query={query}
      queryKey={callResource(api.security.logins).queryKey}
      title="My logins"
      notFound="This server does not list logins. Update it first."
    >
      {(response) => <Loaded response={response} />}
    </ObjectPage>
  );
}

/** What the question is about: one login, or all others. */
type ToEnd = Login | 'others';

function Loaded({ response }: { response: ApiResponse<Logins> }): ReactElement {
  const now = useNow(refreshMs);
  const client = useQueryClient();
  const [toEnd, setToEnd] = useState<ToEnd | null>(null);
  const isNow = isCurrent(response, now);
  const { logins } = response.value;
  const columns = useMemo(() => columnsOf(now, setToEnd), [now]);
  const end = async (what: ToEnd): Promise<void> => {
    setToEnd(null);
    const call = (): Promise<unknown> =>
      what === 'others'
        ? send(api.security.endOtherLogins, { cause: 'user' })
        : send(api.security.endLogin, { path: { id: what.id }, cause: 'user' });
    const isOne = what !== 'others';
    if (await attempt(isOne ? 'The login was not ended' : 'The other logins were not ended', call))
      notify({ kind: 'done', title: isOne ? 'The login was ended' : 'All other logins were ended' });
    await client.invalidateQueries({ queryKey: [api.security.logins.id] });
  };
  return (
    <>
      <div className={page.head}>
        <h1 className={page.title}>My logins</h1>
        <div className={page.ways}>
          {logins.some(({ isCurrent: isThis }) => !isThis) ? (
            <PlainButton onClick={() => setToEnd('others')}>End all others</PlainButton>
          ) : null}
        </div>
      </div>
      {isNow ? null : <p className={page.asOf}>{asOfText(response.dataAt, now)}. The current state is unknown.</p>}
      <Panel title="Devices" note="A login ends after 8 hours" isOld={!isNow}>
        <DataTable label="My logins" columns={columns} rows={logins} rowKey={({ id }) => id} />
      </Panel>
      {toEnd === null ? null : (
        <Confirmation
          title={toEnd === 'others' ? 'End all other logins?' : `End the login of ${deviceName(toEnd.userAgent)}?`}
          yes={toEnd === 'others' ? 'End all others' : 'End login'}
          onYes={() => void end(toEnd)}
          onNo={() => setToEnd(null)}
        >
          {toEnd === 'others'
            ? 'Every other device is logged out. This one stays logged in.'
            : 'The device is logged out. If you do not recognise it, also change your password.'}
        </Confirmation>
      )}
    </>
  );
}

function moment(wire: string, now: number): string {
  const ms = parseInstant(wire);
  return ms === null ? noValue : utcMoment(ms, now);
}

const columnsOf = (now: number, onEnd: (login: Login) => void): TableColumn<Login>[] => [
  {
    key: 'device',
    header: 'Device',
    value: ({ userAgent }) => deviceName(userAgent),
    cell: ({ userAgent }) => <span title={oneLine(userAgent)}>{oneLine(deviceName(userAgent))}</span>,
  },
  {
    key: 'address',
    header: 'Network address',
    value: ({ address }) => address,
    cell: ({ address }) => <span className={shared.mono}>{address === '' ? noValue : oneLine(address)}</span>,
  },
  {
    key: 'started',
    header: 'Logged in (UTC)',
    value: ({ startedAt }) => startedAt,
    text: ({ startedAt }) => moment(startedAt, now),
  },
  {
    key: 'used',
    header: 'Last use (UTC)',
    value: ({ usedAt }) => usedAt,
    text: ({ usedAt }) => moment(usedAt, now),
  },
  {
    key: 'ends',
    header: 'Ends (UTC)',
    value: ({ expiresAt }) => expiresAt,
    text: ({ expiresAt }) => moment(expiresAt, now),
  },
  {
    key: 'change',
    header: 'Change',
    value: ({ isCurrent: isThis }) => (isThis ? 0 : 1),
    cell: (login) =>
      login.isCurrent ? (
        <StateBadge kind="live" word="This device" />
      ) : (
        <PlainButton
          look="subtle"
          aria-label={`End the login of ${deviceName(login.userAgent)} from ${login.address}`}
          onClick={() => onEnd(login)}
        >
          End login
        </PlainButton>
      ),
  },
];
