/** Cells of flights with their sort values. No style imports: unit tests load the list definition. Own file: a definition has no JSX. */
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Flight } from '../../../contract/entities/reference.ts';
import { oneLine } from '../../lib/format.ts';
import { clockText, dayText, durationText } from '../../lib/time.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { aircraftOf } from './reference-cells.tsx';

/** Rows are read tolerantly: invalid values are null (contract/kinds.ts). */
export const flightOf = (row: AnyRow): Flight => row as Flight;
type AirportField = 'fromAirport' | 'toAirport' | 'divertedToAirport';
type TimeField = 'flightTime' | 'flightStd' | 'flightAtd' | 'flightSta';

export function aircraftName(row: AnyRow): string | null {
  const { aircraft } = flightOf(row);
  return aircraft ? oneLine(aircraftOf(aircraft).registration) || null : null;
}

/** `Otopeni (OTP)`, or its known part. */
export const airportText =
  (field: AirportField) =>
  (row: AnyRow): string | null => {
    const airport = flightOf(row)[field];
    if (airport === null || typeof airport === 'string') return airport;
    const { city, airportIata, airportId } = airport;
    if (city === null) return airportIata ?? `Airport ${airportId}`;
    return airportIata === null ? city : `${city} (${airportIata})`;
  };

/** REF-13: links to the airport. */
export const airportLink =
  (field: AirportField) =>
  (row: AnyRow): ReactElement | string | null => {
    const airport = flightOf(row)[field];
    const text = airportText(field)(row);
    if (text === null || airport === null || typeof airport === 'string') return text;
    return <Link to={`/airports/${airport.airportId}`}>{oneLine(text)}</Link>;
  };

export const divertedText = airportText('divertedToAirport');
export const dayOf = (row: AnyRow): string => dayText(flightOf(row).flightDate);

/** REF-16. */
export function lengthOf(row: AnyRow): string | null {
  const { flightTime } = flightOf(row);
  return flightTime && durationText(flightTime);
}
export const timeOf =
  (field: TimeField) =>
  (row: AnyRow): string | null => {
    const time = flightOf(row)[field];
    return time && clockText(time);
  };
/** Other servers may send text. */
export function landedText(row: AnyRow): string | null {
  const { flightLanded } = flightOf(row);
  return flightLanded === null || typeof flightLanded === 'string' ? flightLanded : clockText(flightLanded);
}
export const minutesOf =
  (field: TimeField) =>
  (row: AnyRow): number | null => {
    const time = flightOf(row)[field];
    return time && time.hours * 60 + time.minutes;
  };
