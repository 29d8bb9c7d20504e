import type { ReactElement } from 'react';
import { ObjectLink } from '../../../objects/ObjectLink.tsx';
import { stationName } from './sight-texts.ts';

export const StationLink = ({
  station,
}: {
  station: { readonly stationId: string; readonly city: string | null };
}): ReactElement => (
  <ObjectLink to="station" id={station.stationId} isOwn>
    {stationName(station)}
  </ObjectLink>
);
