/** Expanded message per aircraft: matching aircraft and airline, then receptions. Own file: loaded with the first expanded row. */

import type { ReactElement } from 'react';
import { oneLine } from '../../lib/format.ts';
import type { AnyRow } from '../../list/define-list.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { Fact } from '../../ui/Fact.tsx';
import styles from './MessageDetail.module.css';
import { MessageDetail } from './MessageDetail.tsx';
import { airlineCell, FlightsLink } from './per-aircraft-cells.tsx';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? oneLine(value) : null);
/** `Boeing 737-800 (B738)`. Unknown parts are omitted. */
function withCodes(name: unknown, ...codes: readonly unknown[]): string | null {
  const known = codes.map(textOf).filter((code) => code !== null);
  const [first, rest] = [textOf(name), known.join(', ')];
  if (first === null) return rest || null;
  return rest ? `${first} (${rest})` : first;
}

export function PerAircraftDetail({ row }: { row: AnyRow }): ReactElement {
  return (
    <>
      <div className={styles.both}>
        <AircraftBlock row={row} />
        <AirlineBlock row={row} />
      </div>
      <MessageDetail row={row} />
    </>
  );
}

function AircraftBlock({ row }: { row: AnyRow }): ReactElement {
  const isKnown = row.aircraftId !== null;
  return (
    <section aria-label="Aircraft">
      <h3>Aircraft</h3>
      {isKnown ? null : <p className={styles.none}>No aircraft on record for this address or tail.</p>}
      <dl className={styles.known}>
        {isKnown ? (
          <Fact className={styles.fact} name="Registration">
            {<FlightsLink row={row} word={row.registration} />}
          </Fact>
        ) : null}
        <Fact className={styles.fact} name="Mode S">
          {textOf(row.modeS)}
        </Fact>
        <Fact className={styles.fact} name="Last days">
          <ObjectLink to="tail" id={textOf(row.registration) ?? textOf(row.tail) ?? textOf(row.modeS)} />
        </Fact>
        {isKnown ? (
          <>
            <Fact className={styles.fact} name="Type">
              {withCodes(row.aircraftType, row.typeCode)}
            </Fact>
            <Fact className={styles.fact} name="Serial number">
              {textOf(row.serialNumber)}
            </Fact>
            <Fact className={styles.fact} name="Operator">
              {withCodes(row.operatorName, row.operatorIata, row.operatorIcao)}
            </Fact>
          </>
        ) : null}
      </dl>
    </section>
  );
}

function AirlineBlock({ row }: { row: AnyRow }): ReactElement {
  return (
    <section aria-label="Airline">
      <h3>Airline</h3>
      {row.airlineId === null ? (
        <p className={styles.none}>No airline on record for this flight or aircraft.</p>
      ) : (
        <dl className={styles.known}>
          <Fact className={styles.fact} name="Name">
            {airlineCell(row)}
          </Fact>
          <Fact className={styles.fact} name="IATA">
            {textOf(row.airlineIata)}
          </Fact>
          <Fact className={styles.fact} name="ICAO">
            {textOf(row.airlineIcao)}
          </Fact>
        </dl>
      )}
    </section>
  );
}
