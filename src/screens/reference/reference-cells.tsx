/** Link cells of reference lists. No style imports: unit tests load the list definition. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Aircraft, Airline } from '../../../contract/entities/reference.ts';
import { oneLine } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { AirportCode } from '../../objects/object-cells.tsx';

/** Rows are read tolerantly: an id of 0 means none (contract/kinds.ts). */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const airlineOf = (row: AnyRow): Airline => row as Airline;
export const aircraftOf = (row: AnyRow): Aircraft => row as Aircraft;

export const airlinePath = (airlineId: number): string => `/aircraft/${airlineId}`;
export const flightsPath = (aircraftId: number): string => `/flights/${aircraftId}`;

/** An airline that ended is marked. Another server of this API does not state it. */
const nameOf = ({ airlineName, isActive }: Pick<Airline, 'airlineName' | 'isActive'>): string =>
  isActive === false ? `${oneLine(airlineName)} (ended)` : oneLine(airlineName);

export const airlineText = (row: AnyRow): string => nameOf(airlineOf(row));

/** REF-02: links to the aircraft of the airline. */
export function airlineLink(row: AnyRow): ReactElement {
  return <Link to={airlinePath(airlineOf(row).airlineId)}>{airlineText(row)}</Link>;
}

/** The same as a button below a card. */
export function airlineActions(row: AnyRow): ReactElement {
  const { airlineId, airlineName } = airlineOf(row);
  return (
    <Link to={airlinePath(airlineId)} aria-label={`Aircraft of ${oneLine(airlineName)}`}>
      Aircraft
    </Link>
  );
}

/** `Flights of YR-ABC`, or "this aircraft" without a registration. */
export const flightsOf = (registration: string): string => `Flights of ${oneLine(registration) || 'this aircraft'}`;

/** REF-05: links to the flights of the aircraft. */
export function registrationLink(row: AnyRow): ReactElement {
  const { aircraftId, registration } = aircraftOf(row);
  return <Link to={flightsPath(aircraftId)}>{registration === '' ? '–' : oneLine(registration)}</Link>;
}

export function aircraftActions(row: AnyRow): ReactElement {
  const { aircraftId, registration } = aircraftOf(row);
  return (
    <Link to={flightsPath(aircraftId)} aria-label={flightsOf(registration)}>
      Flights
    </Link>
  );
}

/** Words of the type codes of OurAirports. */
export const airportTypes: Readonly<Record<string, string>> = {
  large_airport: 'Large airport',
  medium_airport: 'Medium airport',
  small_airport: 'Small airport',
  seaplane_base: 'Seaplane base',
  heliport: 'Heliport',
  balloonport: 'Balloonport',
  closed: 'Closed',
};

export function airportType(row: AnyRow): string {
  const type = textOf(row.airportType);
  return airportTypes[type] ?? oneLine(type);
}

/** Links to the page of the airport. In the grid the code follows: its own column needs a wide window. */
export function airportName(row: AnyRow, place?: 'grid'): ReactElement {
  const code = textOf(row.airportICAO);
  return (
    <>
      <AirportCode code={code} isTabStop={place !== 'grid'}>
        {oneLine(textOf(row.airportName))}
      </AirportCode>
      {place === 'grid' && code !== '' ? ` (${oneLine(code)})` : null}
    </>
  );
}

/** Airline of an aircraft, with a link to its aircraft. */
export function airlineOfAircraft(row: AnyRow): ReactElement | null {
  const { airline } = aircraftOf(row);
  return airline && <Link to={airlinePath(airline.airlineId)}>{nameOf(airline)}</Link>;
}
