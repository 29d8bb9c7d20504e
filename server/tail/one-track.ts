/** The path of one aircraft without the positions of another transmitter with its address. */
import type { TailPoint } from '../../contract/entities/tail.ts';
import type { AircraftState } from '../map/aircraft-state.ts';
import { ofOneTransmitter } from '../map/two-places.ts';

/** Altitudes without a position stay. `state` = current position, null = none. */
export function oneTrack(track: readonly TailPoint[], state: AircraftState | null): TailPoint[] {
  const placed = track.flatMap((point) => {
    const [atS, , lat, lon] = point;
    return lat === null || lon === null ? [] : [{ lat, lon, atMs: atS * 1000, point }];
  });
  const now = state?.placed ? { ...state.placed, atMs: state.placedAtMs ?? 0 } : null;
  const own = new Set(ofOneTransmitter(placed, now, state?.isDoubtful).map(({ point }) => point));
  return track.filter((point) => own.has(point) || point[2] === null || point[3] === null);
}
