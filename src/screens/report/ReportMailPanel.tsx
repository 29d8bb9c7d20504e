/** Reports by email: on or off. Own file: it has a call and a state of its own. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import type { ReportPeriod } from '../../../contract/entities/report.ts';
import { attempt } from '../../data/attempt.ts';
import { useIsReached } from '../../data/connection.ts';
import { send } from '../../data/send.ts';
import { Panel } from '../../objects/ObjectPage.tsx';
import panel from '../../ui/panel.module.css';
import styles from './Report.module.css';

const queryKey = [api.reports.mail.id];
const labels: Readonly<Record<ReportPeriod, string>> = {
  day: 'Each day, about the day before',
  week: 'Each Monday, about the week before',
};

/** `tails` = watched now: a change of them reaches the emails when they are turned on again. */
export function ReportMailPanel({ tails }: { readonly tails: readonly string[] }): ReactElement {
  const client = useQueryClient();
  const isReached = useIsReached();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(api.reports.mail, { cause: 'user', signal }),
    meta: { isQuiet: true },
  });
  const set = async (period: ReportPeriod, isOn: boolean): Promise<void> => {
    if (!data) return;
    const body = { day: data.day, week: data.week, [period]: isOn, tails: [...tails] };
    // As chosen, until the server's answer.
    client.setQueryData(queryKey, { ...data, [period]: isOn });
    await attempt('The emails could not be changed', () => send(api.reports.changeMail, { body, cause: 'user' }));
    await client.invalidateQueries({ queryKey });
  };
  return (
    <Panel title="By email" className={styles.byEmail}>
      {data?.canWork === false ? <p className={panel.none}>{data.reason}</p> : null}
      {data?.canWork ? (
        <div className={styles.mails}>
          {(['day', 'week'] as const).map((period) => (
            <label key={period}>
              <input
                type="checkbox"
                checked={data[period]}
                disabled={!isReached}
                onChange={({ target }) => void set(period, target.checked)}
              />
              {labels[period]}
            </label>
          ))}
          <p>
            Sent from 05:00 UTC,{' '}
            {tails.length > 0
              ? `with the aircraft that you watch now: ${tails.length}.`
              : 'with the aircraft that have the most messages.'}
          </p>
        </div>
      ) : null}
      {data || isReached ? null : <p className={panel.none}>Changing emails needs the server, which is unreachable.</p>}
    </Panel>
  );
}
