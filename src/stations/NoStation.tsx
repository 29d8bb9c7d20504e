/** In place of stations: who adds them, or assigns them to this user. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { providerText } from '../data/api-base.ts';
import { type ReportTime, say } from '../lib/tense.ts';
import { useAudience } from '../session/use-session.ts';

export function NoStation(at: ReportTime): ReactElement {
  const audience = useAudience();
  if (audience === 'admin')
    return (
      <>
        {say('noStations', at)} <Link to="/addStation">Add a station</Link>
      </>
    );
  if (audience === 'parser')
    return <>{`${say('noStations', at)} An administrator adds them: ask ${providerText()}.`}</>;
  return <>{`${say('noOwnStation', at)} An administrator assigns feeders: ask ${providerText()}.`}</>;
}
