/** Cells that link a message to its aircraft and airline. No style imports: unit tests load the list definition. */
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import { oneLine } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { tailCell as aircraftCell } from '../../objects/tail-cells.tsx';
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

export function airlineCell({ airlineName, airlineId }: AnyRow): ReactElement {
  return (
    <LinkTo to="aircraft" id={airlineId} name={`Aircraft of ${text(airlineName)}`} otherwise={text(airlineName)}>
      {text(airlineName)}
    </LinkTo>
  );
}

/** On cards, where the tail is part of the button. */
export function linksOfCard({ aircraftId, registration, airlineId, airlineName }: AnyRow): ReactElement {
  return (
    <>
      <LinkTo to="flights" id={aircraftId} otherwise={null}>
        Flights of {text(registration)}
      </LinkTo>{' '}
      <LinkTo to="aircraft" id={airlineId} otherwise={null}>
        Aircraft of {text(airlineName)}
      </LinkTo>
    </>
  );
}
