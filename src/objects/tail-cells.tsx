/** Cells of message lists that mention an aircraft or its flight. In the grid they are no Tab stops: an expanded row repeats them. */
import type { ReactElement } from 'react';
import { FlightLink } from './FlightLink.tsx';
import { ObjectLink } from './ObjectLink.tsx';

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const tailCell = ({ tail }: Row, place?: 'grid'): ReactElement => (
  <ObjectLink to="tail" id={textOf(tail)} isTabStop={place !== 'grid'} />
);
/** Frames contain no registration. */
export const addressCell = ({ icao }: Row, place?: 'grid'): ReactElement => (
  <ObjectLink to="tail" id={textOf(icao)} isTabStop={place !== 'grid'} />
);
export const flightCell = ({ tail, icao, flight, acarsDateTime }: Row, place?: 'grid'): ReactElement => (
  <FlightLink
    tail={textOf(tail) ?? textOf(icao)}
    flight={textOf(flight)}
    at={textOf(acarsDateTime) ?? ''}
    isTabStop={place !== 'grid'}
  />
);
