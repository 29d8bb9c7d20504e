/** Polls positions for the whole screen, also without a map: the list shows the same aircraft. */
import { useFilterShare } from '../filter/filter-context.tsx';
import { useMapShare } from '../map-context.ts';
import { usePast } from '../past/past-context.tsx';
import { usePositions } from './use-positions.ts';

export function Positions(): null {
  const { address, company, viewport } = useMapShare();
  const { isEveryAltitude } = useFilterShare();
  const { past } = usePast();
  usePositions({ source: address.source, company, viewport, isEveryAltitude, pastAt: past?.at ?? null });
  return null;
}
