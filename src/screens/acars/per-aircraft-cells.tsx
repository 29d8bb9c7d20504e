/** Cells that link a message to its aircraft and airline. No style imports: unit tests load the list definition. */
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import { oneLine } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { tailCell as aircraftCell } from '../../objects/object-cells.tsx';
import { useAudience } from '../../session/use-session.ts';

type LinkToProps = {
  /** The call of the target screen: users without access get no link. */
  readonly to: 'flights' | 'aircraft';
  /** Null: no match. */
  readonly id: unknown;
  readonly name?: string;
  readonly children: ReactNode;
  /** Shown in place of the link. */
  readonly otherwise: ReactNode;
};
const callOf = { flights: api.flight.ofAircraft.id, aircraft: api.aircraft.inAirline.id } as const;

function LinkTo({ to, id, name, children, otherwise }: LinkToProps): ReactElement {
  const mayOpen = permissionFor(callOf[to], useAudience(), true) === 'yes';
  if (typeof id !== 'number' || !mayOpen) return <>{otherwise}</>;
  return (
    <Link to={`/${to}/${id}`} aria-label={name}>
      {children}
    </Link>
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '');

/** `word` = label of the aircraft here: tail or registration. */
export function FlightsLink({ row, word }: { row: AnyRow; word: unknown }): ReactElement {
  return (
    <LinkTo to="flights" id={row.aircraftId} name={`Flights of ${text(word)}`} otherwise={text(word)}>
      {text(word)}
    </LinkTo>
  );
}
/** To the flights where they may be opened, otherwise to the page of the aircraft. */
export const tailCell = (row: AnyRow, place?: 'grid'): ReactElement => (
  <LinkTo to="flights" id={row.aircraftId} name={`Flights of ${text(row.tail)}`} otherwise={aircraftCell(row, place)}>
    {text(row.tail)}
  </LinkTo>
);

/** Other airlines have or had the two letters of the flight. */
export function airlineText({ airlineName, isAirlineUncertain }: AnyRow): string {
  return isAirlineUncertain === true ? `${text(airlineName)} (uncertain)` : text(airlineName);
}

export function airlineCell(row: AnyRow): ReactElement {
  const name = airlineText(row);
  return (
    <LinkTo to="aircraft" id={row.airlineId} name={`Aircraft of ${name}`} otherwise={name}>
      {name}
    </LinkTo>
  );
}

/** On cards, where the tail is part of the button. */
export function linksOfCard(row: AnyRow): ReactElement {
  const { aircraftId, registration, airlineId } = row;
  return (
    <>
      <LinkTo to="flights" id={aircraftId} otherwise={null}>
        Flights of {text(registration)}
      </LinkTo>{' '}
      <LinkTo to="aircraft" id={airlineId} otherwise={null}>
        Aircraft of {airlineText(row)}
      </LinkTo>
    </>
  );
}
