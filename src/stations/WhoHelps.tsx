/** Below what to check at a station: its keys for an Admin, for others whom to ask. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { StationHealth } from '../../contract/entities/station-health.ts';
import { providerText } from '../data/api-base.ts';
import { useAudience } from '../session/use-session.ts';
import { isOfKey } from './standing.ts';

export function WhoHelps({ station: { id, stationId, reason } }: { station: StationHealth }): ReactElement | null {
  const isAdmin = useAudience() === 'admin';
  if (isAdmin)
    return isOfKey(reason) ? (
      <p>
        <Link to={`/stationDetails/${id}`}>Keys of station {stationId}</Link>
      </p>
    ) : null;
  return (
    <p>
      {reason === 'noKey'
        ? `Ask ${providerText()} for a new key of station ${stationId}.`
        : `If nothing helps, ask ${providerText()} about station ${stationId}.`}
    </p>
  );
}
