/** For a company user: the aircraft whose messages the user may read, from the search index of this device, with the last known state of each. Own file: loaded on demand. */
import { type ReactElement, useEffect, useId, useMemo } from 'react';
import { minuteMs } from '../../../contract/durations.ts';
import { useNow } from '../../data/use-now.ts';
import type { ReceivedAircraft } from '../../find/aircraft.ts';
import { deviceEntries, followDeviceEntries, refreshDevice } from '../../find/device-entries.ts';
import { aircraftFact, nameOfAircraft } from '../../find/entries.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { useMedia } from '../../lib/use-media.ts';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import panel from '../../ui/panel.module.css';
import shared from '../../ui/shared.module.css';
import { useValue } from '../../ui/value-store.ts';
import styles from './Overview.module.css';

const refreshMs = 5 * minuteMs;
const tickMs = 10_000;
/** The state of an older index is not that of now. */
const currentForMs = 3 * refreshMs;
/** On a narrow screen messages and stations follow below. */
const shown = { wide: 12, narrow: 5 };

export default function AircraftReceived(): ReactElement {
  const heading = useId();
  const units = useUnits();
  const shownRows = useMedia('(max-width: 959px)') ? shown.narrow : shown.wide;
  const now = useNow(tickMs);
  const { groups, asOf } = useValue(deviceEntries);
  useEffect(() => {
    const stop = followDeviceEntries();
    void refreshDevice();
    const timer = setInterval(() => void refreshDevice(), refreshMs);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, []);
  const fleet = useMemo(
    () => fleetOf(groups.flat().flatMap(({ kind, item }) => (kind === 'aircraft' ? [item as ReceivedAircraft] : []))),
    [groups],
  );
  const isNow = asOf !== null && now - asOf < currentForMs;
  return (
    <section className={panel.panel} aria-labelledby={heading} data-old={!isNow || undefined}>
      <div className={panel.head}>
        <h2 id={heading}>Aircraft received</h2>
        {asOf === null ? null : (
          <span className={`${shared.dim} ${shared.atEnd}`}>{`as of ${utcMoment(asOf, now)}`}</span>
        )}
      </div>
      {asOf === null ? (
        <p className={panel.none}>The aircraft are not on this device yet. They load when you are online.</p>
      ) : fleet.length === 0 ? (
        <p className={panel.none}>No aircraft was received.</p>
      ) : (
        <>
          <p className={styles.fleetCount}>{fleetText(fleet, isNow)}</p>
          <ul className={shared.bareList}>
            {fleet.slice(0, shownRows).map((one) => (
              <li key={nameOfAircraft(one)} className={`${styles.fleetRow} ${panel.touchLinks}`}>
                <strong>{one.tail === '' ? one.address : <ObjectLink to="tail" id={one.tail} />}</strong>
                <span>{one.flight}</span>
                <span className={shared.dim}>
                  {one.air ? aircraftFact(one, now, units) : utcMoment(one.lastMs, now)}
                </span>
              </li>
            ))}
          </ul>
          {fleet.length > shownRows ? (
            <p
              className={panel.none}
            >{`${formatCount(fleet.length - shownRows)} more: “Go to anything” finds each by its tail.`}</p>
          ) : null}
        </>
      )}
    </section>
  );
}

/** Those in the air first, then those received last. */
const fleetOf = (aircraft: readonly ReceivedAircraft[]): readonly ReceivedAircraft[] =>
  [...aircraft].sort((a, b) => Number(b.air !== null) - Number(a.air !== null) || b.lastMs - a.lastMs);

/** `12 aircraft, 8 with a message today, 3 in the air`. An old index has only the first, a user without a map not the last. */
function fleetText(fleet: readonly ReceivedAircraft[], isNow: boolean): string {
  const all = counted(fleet.length, 'aircraft', 'aircraft');
  if (!isNow) return all;
  const inAir = fleet.filter(({ air }) => air !== null).length;
  const today = `${all}, ${formatCount(fleet.filter(({ isToday }) => isToday).length)} with a message today`;
  return inAir === 0 ? today : `${today}, ${formatCount(inAir)} in the air`;
}
