/** A mention of a flight: the leg of its aircraft at that time. */
import type { ReactElement } from 'react';
import { oneLine } from '../lib/format.ts';
import { ObjectLink } from './ObjectLink.tsx';

type FlightLinkProps = {
  readonly tail: string | null;
  readonly flight: string | null;
  /** Any instant of the flight. */
  readonly at: string;
  readonly isTabStop?: boolean | undefined;
};

export function FlightLink({ tail, flight, at, isTabStop }: FlightLinkProps): ReactElement | null {
  if (!flight) return null;
  return (
    <ObjectLink to="tail" id={tail} search={{ leg: at }} isTabStop={isTabStop}>
      {oneLine(flight)}
    </ObjectLink>
  );
}
