/** Cell of a list with a station number or receiver name: in the grid no Tab stop, an expanded row repeats it. No style imports: unit tests load the list definitions. */
import type { ReactElement } from 'react';
import { StationLink } from './StationLink.tsx';

export const stationCell = ({ stationId }: Readonly<Record<string, unknown>>, place?: 'grid'): ReactElement => (
  <StationLink id={typeof stationId === 'string' ? stationId : null} isTabStop={place !== 'grid'} />
);
