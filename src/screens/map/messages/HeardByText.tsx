/** Stations of the newest message in words, each a link to its page. */
import type { ReactElement, ReactNode } from 'react';
import type { HeardBy } from '../../../../contract/entities/map.ts';
import { counted } from '../../../lib/format.ts';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';

const shownStations = 6;

export function HeardByText({ receptions }: { receptions: HeardBy }): ReactElement | null {
  const shown = receptions.stations.slice(0, shownStations);
  const others = receptions.others + receptions.stations.length - shown.length;
  const parts: ReactNode[] = shown.map(({ stationId }) => (
    <ObjectLink key={stationId} to="station" id={stationId} name={`Station ${stationId}`} isOwn />
  ));
  if (others > 0) parts.push(counted(others, shown.length > 0 ? 'other receiver' : 'receiver'));
  if (parts.length === 0) return null;
  return (
    <p>
      Newest message received by{' '}
      {parts.map((part, at) => [at === 0 ? '' : at === parts.length - 1 ? ' and ' : ', ', part])}.
    </p>
  );
}
