/**
 * The card of the selected airport, at its place on the map. On a phone it stands in the sheet instead (MapPanel).
 * Must not: know what the card says.
 */
import type { ReactElement } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { useMedia } from '../../../list/use-media.ts';
import { AnchoredCard } from '../AnchoredCard.tsx';
import { useMapShare } from '../map-context.ts';
import { AirportCard } from './AirportCard.tsx';
import { useAirportsShare } from './airports-context.tsx';

export function AirportPopup(): ReactElement | null {
  const { map } = useMapShare();
  const { selected, select, routes } = useAirportsShare();
  const now = useNow(10_000);
  const isPhone = useMedia(upTo('xs'));
  if (!map || !selected || isPhone) return null;
  return (
    <AnchoredCard map={map} lat={selected.latitudeDeg} lon={selected.longitudeDeg}>
      <AirportCard airport={selected} routes={routes} now={now} onClose={() => select(null)} />
    </AnchoredCard>
  );
}
