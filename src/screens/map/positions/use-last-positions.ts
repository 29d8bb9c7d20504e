/**
 * The fleet outlives the network: what was told last is kept on the device, and shown with its age when the server does not answer.
 * Must not: stand in the way of a live answer, or show one person's positions to another (src/offline/ sees to it).
 */
import { useEffect } from 'react';
import type { Location } from '../../../../contract/entities/map.ts';
import { serverNow } from '../../../api/send.ts';
import { isPositionsDue, keepPositions, lastPositions } from '../../../offline/last-positions.ts';
import { policy } from '../../../offline/policy.ts';
import { currentEpoch } from '../../../session/session-store.ts';
import type { PositionSource } from '../map-address.ts';
import type { Aircraft } from './aircraft.ts';
import { fleetStore, useFleet } from './fleet-store.ts';
import { readPositions } from './read-positions.ts';

type Asked = {
  /** What the fleet's store calls the question. */
  readonly name: string;
  readonly source: PositionSource;
  readonly company: string | null;
  /** The last poll failed: nobody need wait for it. */
  readonly hasFailed: boolean;
};

/** Once on a screen, beside `usePositions`. */
export function useLastPositions({ name, source, company, hasFailed }: Asked): void {
  const fleet = useFleet();
  useEffect(() => {
    if (fleet.source !== 'live' || fleet.answeredAt === null) return;
    const epoch = currentEpoch();
    if (!isPositionsDue({ source, company }, epoch, Date.now())) return;
    void keepPositions({ source, company }, { rows: fleet.list.map(rowOf), storedAt: fleet.answeredAt }, epoch);
  }, [fleet, source, company]);

  useEffect(() => {
    const show = async (): Promise<void> => {
      const held = await lastPositions({ source, company }, serverNow());
      const fixes = held && readPositions({ currentLocations: held.rows });
      // A live answer may have come meanwhile.
      if (!held || !fixes || fleetStore.get().answeredAt !== null) return;
      fleetStore.take(name, fixes, { at: held.storedAt, source: 'stored' });
    };
    const timer = setTimeout(() => void show(), hasFailed ? 0 : policy.slowMs);
    return () => clearTimeout(timer);
  }, [name, source, company, hasFailed]);
}

/** As the wire tells it; its id is nobody's concern. */
function rowOf(aircraft: Aircraft): Location {
  const { icao, lat, lon, angle, callsign, altitudeFt, groundSpeedKt, verticalRateFtMin, isOnGround } = aircraft;
  const seenAt = new Date(aircraft.fixAt).toISOString();
  return { id: 0, icao, lat, lon, angle, seenAt, callsign, altitudeFt, groundSpeedKt, verticalRateFtMin, isOnGround };
}
