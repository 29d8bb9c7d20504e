/** Cells of lists that mention an aircraft, a flight, an airport or a station. In the grid they are no Tab stops: an expanded row repeats them. No style imports: unit tests load list definitions. */
import type { ReactElement } from 'react';
import { oneLine } from '../lib/format.ts';
import { FlightLink, ObjectLink, StationLink } from './ObjectLink.tsx';

type Row = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const tailCell = ({ tail }: Row, place?: 'grid'): ReactElement => (
  <ObjectLink to="tail" id={textOf(tail)} isTabStop={place !== 'grid'} />
);
/** Frames contain no registration. An address that is not of ICAO has no page. */
export const addressCell =
  (field: 'icao' | 'address') =>
  (row: Row, place?: 'grid'): ReactElement => {
    const address = textOf(row[field]) ?? '';
    return (
      <ObjectLink to="tail" id={icaoAddress.test(address) ? address : null} isTabStop={place !== 'grid'}>
        {oneLine(address)}
      </ObjectLink>
    );
  };
const icaoAddress = /^[0-9a-f]{6}$/i;
export const flightCell = ({ tail, icao, flight, acarsDateTime }: Row, place?: 'grid'): ReactElement => (
  <FlightLink
    tail={textOf(tail) ?? textOf(icao)}
    flight={textOf(flight)}
    at={textOf(acarsDateTime) ?? ''}
    isTabStop={place !== 'grid'}
  />
);

// ---- airport code

/** Only ICAO codes have a page. */
const icaoCode = /^[A-Z]{4}$/;

export const airportCell =
  (field: string) =>
  (row: Readonly<Record<string, unknown>>): ReactElement => <AirportCode code={row[field]} isTabStop={false} />;

export function AirportCode({
  code,
  isTabStop,
  children,
}: {
  readonly code: unknown;
  readonly isTabStop?: boolean;
  /** In place of the code. */
  readonly children?: string;
}): ReactElement {
  const text = typeof code === 'string' ? code : '';
  return (
    <ObjectLink to="airport" id={icaoCode.test(text) ? text : null} {...(isTabStop === undefined ? {} : { isTabStop })}>
      {children ?? oneLine(text)}
    </ObjectLink>
  );
}

// ---- station number or receiver name: in the grid no Tab stop, an expanded row repeats it

export const stationCell = ({ stationId }: Readonly<Record<string, unknown>>, place?: 'grid'): ReactElement => (
  <StationLink id={typeof stationId === 'string' ? stationId : null} isTabStop={place !== 'grid'} />
);
