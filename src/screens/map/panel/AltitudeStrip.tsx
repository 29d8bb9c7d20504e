/** Altitude of the flight of an aircraft over time, in the colours of the altitude bands. */
import type { ReactElement } from 'react';
import { altitudeBands, bandAt } from '../../../charts/altitude-bands.ts';
import { utcShort } from '../../../lib/time.ts';
import { spokenText } from '../../../lib/units.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { useStoredTrail } from '../trails/use-stored-trail.ts';
import styles from './AltitudeStrip.module.css';
import { altitudePieces, stripSize } from './altitude-strip.ts';

type AltitudeStripProps = { readonly icao: string; readonly company: string | null };

export function AltitudeStrip({ icao, company }: AltitudeStripProps): ReactElement | null {
  const points = useStoredTrail(icao, company);
  const { altitude } = useUnits();
  const known = points.flatMap(({ at, altitudeFt }) => (altitudeFt === null ? [] : [{ at, altitudeFt }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || known.length < 2) return null;
  const lowest = Math.min(...known.map(({ altitudeFt }) => altitudeFt));
  const highest = Math.max(...known.map(({ altitudeFt }) => altitudeFt));
  const [from, to] = [utcShort(first.at), utcShort(last.at)];
  const words = `Altitude from ${from} to ${to}: ${spokenText(altitude, lowest)} to ${spokenText(altitude, highest)}, last ${spokenText(altitude, last.altitudeFt)}`;
  return (
    <figure className={styles.strip}>
      <figcaption>Altitude of this flight</figcaption>
      <svg
        viewBox={`0 0 ${stripSize.width} ${stripSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {altitudePieces(known).map(({ key, altitudeFt, area, line, isGap }) => (
          <g key={key} style={{ color: `var(--dl-${altitudeBands[bandAt(altitudeFt)]?.token})` }}>
            {isGap ? null : <path d={area} className={styles.area} />}
            <path d={line} className={styles.line} data-gap={isGap || undefined} />
          </g>
        ))}
      </svg>
      <p aria-hidden="true">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </figure>
  );
}
