/**
 * What cells of reference lists show beside text: links between airlines, aircraft and flights.
 * Must not: import style files (the definition of a list is read by tests, too).
 */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Aircraft, Airline } from '../../../contract/entities/reference.ts';
import { oneLine } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';

/** Rows are read tolerantly: ids of 0 stand for none (contract/kinds.ts). */
const airlineOf = (row: AnyRow): Airline => row as Airline;
export const aircraftOf = (row: AnyRow): Aircraft => row as Aircraft;

export const airlinePath = (airlineId: number): string => `/aircraft/${airlineId}`;
export const flightsPath = (aircraftId: number): string => `/flights/${aircraftId}`;

/** REF-02: the name leads to the airline's aircraft. */
export function airlineLink(row: AnyRow): ReactElement {
  const { airlineId, airlineName } = airlineOf(row);
  return <Link to={airlinePath(airlineId)}>{oneLine(airlineName)}</Link>;
}

/** The same for a finger, below a card. */
export function airlineActions(row: AnyRow): ReactElement {
  const { airlineId, airlineName } = airlineOf(row);
  return (
    <Link to={airlinePath(airlineId)} aria-label={`Aircraft of ${oneLine(airlineName)}`}>
      Aircraft
    </Link>
  );
}

/** `Flights of YR-ABC`; of one without a registration, of which data sets have many, of this aircraft. */
export const flightsOf = (registration: string): string => `Flights of ${oneLine(registration) || 'this aircraft'}`;

/** REF-05: the registration leads to the aircraft's flights. */
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

/** The airline of an aircraft, with a link to the others that it has. */
export function airlineOfAircraft(row: AnyRow): ReactElement | null {
  const { airline } = aircraftOf(row);
  return airline && <Link to={airlinePath(airline.airlineId)}>{oneLine(airline.airlineName)}</Link>;
}
