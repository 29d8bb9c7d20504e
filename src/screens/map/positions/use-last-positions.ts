/** Stores the latest positions and shows them with their age while the server is unreachable. A live response takes precedence. */
import { useEffect } from 'react';
import type { Location } from '../../../../contract/entities/map.ts';
import { serverNow } from '../../../api/send.ts';
import { isPositionsDue, lastPositions, storePositions } from '../../../offline/last-positions.ts';
import { policy } from '../../../offline/policy.ts';
import type { PositionSource } from '../map-address.ts';
import type { Aircraft } from './aircraft.ts';
import { fleetStore, useFleet } from './fleet-store.ts';
import { readPositions } from './read-positions.ts';

type LastPositionsOptions = {
  /** Key of the query in the fleet store. */
  readonly name: string;
  readonly source: PositionSource;
  readonly company: string | null;
  /** No response is expected: the last poll failed, or the server is unreachable. */
  readonly isAway: boolean;
};

/** Once per screen, with `usePositions`. */
export function useLastPositions({ name, source, company, isAway }: LastPositionsOptions): void {
  const fleet = useFleet();
  useEffect(() => {
    if (fleet.source !== 'live' || fleet.receivedAt === null) return;
    if (!isPositionsDue({ source, company }, Date.now())) return;
    void storePositions({ source, company }, { rows: fleet.list.map(rowOf), storedAt: fleet.receivedAt });
  }, [fleet, source, company]);

  useEffect(() => {
    const show = async (): Promise<void> => {
      const stored = await lastPositions({ source, company }, serverNow());
      const fixes = stored && readPositions({ currentLocations: stored.rows });
      // A live response may have arrived during the read.
      if (!stored || !fixes || fleetStore.get().receivedAt !== null) return;
      fleetStore.take(name, fixes, { at: stored.storedAt, source: 'stored' });
    };
    const timer = setTimeout(() => void show(), isAway ? 0 : policy.slowMs);
    return () => clearTimeout(timer);
  }, [name, source, company, isAway]);
}

/** In wire format. The id is not used. */
function rowOf({
  fixAt,
  messageAt,
  faultAt,
  key,
  kind,
  reportTime,
  minTravelS,
  isStored,
  ...known
}: Aircraft): Location {
  const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  const instants = { lastMessageAt: instantOf(messageAt), lastFaultAt: instantOf(faultAt) };
  return { ...known, ...instants, id: 0, seenAt: new Date(fixAt).toISOString() };
}
