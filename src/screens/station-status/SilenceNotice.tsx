/** Turns the notice about the silence of a host's station on and off. Own file: the rules behind the switch. */
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { attempt } from '../../data/attempt.ts';
import { useIsReached } from '../../data/connection.ts';
import { rulesQuery, turnRule } from '../../data/rules.ts';
import { send } from '../../data/send.ts';
import { silenceRule, silenceRulesOf } from '../../objects/rules/ready-made.ts';
import { useAudience } from '../../session/use-session.ts';
import { Switch } from '../../ui/Switch.tsx';
import styles from './SilenceNotice.module.css';

/** Only for hosts: the ready-made rule is about stations that the user feeds. */
export function SilenceNotice({ station }: { station: StationHealth }): ReactElement | null {
  const audience = useAudience();
  return audience === 'admin' || audience === 'parser' ? null : <NoticeSwitch station={station} />;
}

function NoticeSwitch({ station: { stationId, state } }: { station: StationHealth }): ReactElement | null {
  const client = useQueryClient();
  const canChange = useIsReached();
  const { data, error } = useQuery(rulesQuery());
  const id = useId();
  const [isChanging, setIsChanging] = useState(false);
  // Other servers of this API lack rules.
  if (error && !data) return null;
  const rules = silenceRulesOf(data?.value ?? [], stationId);
  const isOn = rules.some(({ isEnabled, pausedAt }) => isEnabled && pausedAt === null);
  const turn = async (to: boolean): Promise<void> => {
    setIsChanging(true);
    const [first] = rules;
    await attempt('The notice was not changed', async () => {
      if (!to) for (const rule of rules.filter(({ isEnabled }) => isEnabled)) await turnRule(rule, false);
      else if (first) await turnRule(first, true);
      else await send(api.rules.add, { body: silenceRule(), cause: 'user' });
    });
    await client.invalidateQueries({ queryKey: rulesQuery().queryKey });
    setIsChanging(false);
  };
  return (
    <label className={styles.notice} htmlFor={id}>
      <IconBell size={18} aria-hidden="true" />
      <span>
        {state === 'silent' ? 'Notify me when it feeds again' : 'Notify me when it is silent'}
        {canChange ? null : <small>Changes need the server.</small>}
      </span>
      <Switch
        id={id}
        checked={isOn}
        disabled={!data || !canChange}
        aria-disabled={isChanging}
        onChange={(event) => void (isChanging || turn(event.target.checked))}
      />
    </label>
  );
}
