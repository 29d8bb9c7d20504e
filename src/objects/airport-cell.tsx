/** Cell of a list with an airport code. No style imports: unit tests load the list definitions. */
import type { ReactElement } from 'react';
import { oneLine } from '../lib/format.ts';
import { ObjectLink } from './ObjectLink.tsx';

/** Only ICAO codes have a page. */
const icaoCode = /^[A-Z]{4}$/;

export const airportCell =
  (field: string) =>
  (row: Readonly<Record<string, unknown>>): ReactElement => <AirportCode code={row[field]} isTabStop={false} />;

export function AirportCode({
  code,
  isTabStop,
}: {
  readonly code: unknown;
  readonly isTabStop?: boolean;
}): ReactElement {
  const text = typeof code === 'string' ? code : '';
  return (
    <ObjectLink to="airport" id={icaoCode.test(text) ? text : null} {...(isTabStop === undefined ? {} : { isTabStop })}>
      {oneLine(text)}
    </ObjectLink>
  );
}
