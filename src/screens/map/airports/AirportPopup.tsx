/** Popup of the selected airport. On a phone the card is in the sheet instead (MapPanel). */
import type { ReactElement } from 'react';
import { useNow } from '../../../api/use-now.ts';
import { upTo } from '../../../lib/breakpoints.ts';
import { useMedia } from '../../../list/use-media.ts';
import { AnchoredCard } from '../AnchoredCard.tsx';
import { AirportCard } from './AirportCard.tsx';
import { useAirportsShare } from './airports-context.tsx';

export function AirportPopup(): ReactElement | null {
  const { selected, select, routes } = useAirportsShare();
  const now = useNow(10_000);
  const isPhone = useMedia(upTo('xs'));
  if (!selected || isPhone) return null;
  return (
    <AnchoredCard lat={selected.latitudeDeg} lon={selected.longitudeDeg}>
      <AirportCard airport={selected} routes={routes} now={now} onClose={() => select(null)} />
    </AnchoredCard>
  );
}
