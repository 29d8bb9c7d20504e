/** Altitude of the flight of an aircraft over time, in the colours of the altitude bands. Own file: a chart. */
import type { ReactElement } from 'react';
import { altitudeBands, bandAt } from '../../../charts/altitude-bands.ts';
import { gapMs } from '../../../charts/recent-trails.ts';
import { utcShort } from '../../../lib/time.ts';
import { spokenText } from '../../../lib/units.ts';
import { useUnits } from '../../../objects/units-choice.ts';
import { useStoredTrail } from '../fleet/trail.ts';
import styles from './cards.module.css';

export function AltitudeStrip({ icao }: { readonly icao: string }): ReactElement | null {
  const points = useStoredTrail(icao);
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

const stripSize = { width: 240, height: 48 } as const;
/** Upper edge of the strip. */
const highestFt = 45_000;

type Point = { readonly at: number; readonly altitudeFt: number };
type Piece = {
  readonly key: number;
  /** Of the band that colours it. */
  readonly altitudeFt: number;
  readonly line: string;
  /** The line down to the ground. */
  readonly area: string;
  /** No position for minutes: the altitude between is a guess. */
  readonly isGap: boolean;
};

/** One piece per stretch of one band, as SVG paths. `points` = oldest first. Each piece has the band of its points, like a trail. */
export function altitudePieces(points: readonly Point[]): readonly Piece[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || last.at <= first.at) return [];
  const x = (at: number): number => rounded(((at - first.at) / (last.at - first.at)) * stripSize.width);
  const y = (feet: number): number =>
    rounded(stripSize.height * (1 - Math.min(1, Math.max(0, feet / highestFt)) * 0.96) - 1);
  const stretches: { readonly points: Point[]; readonly isGap: boolean }[] = [];
  points.forEach((point, at) => {
    const before = points[at - 1];
    if (!before) return;
    const isGap = point.at - before.at > gapMs;
    const now = stretches.at(-1);
    const isSame =
      now && now.isGap === isGap && bandAt(now.points.at(-1)?.altitudeFt ?? 0) === bandAt(point.altitudeFt);
    // The first point of a stretch is where the one before it ended.
    if (isSame && now.points.length > 1) now.points.push(point);
    else stretches.push({ points: [before, point], isGap });
  });
  return stretches.map(({ points: some, isGap }) => {
    const line = some
      .map(({ at, altitudeFt }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(altitudeFt)}`)
      .join('');
    const [from, to] = [some[0], some.at(-1)] as [Point, Point];
    return {
      key: from.at,
      altitudeFt: to.altitudeFt,
      line,
      area: `${line}L${x(to.at)} ${stripSize.height}L${x(from.at)} ${stripSize.height}Z`,
      isGap,
    };
  });
}

const rounded = (value: number): number => Math.round(value * 10) / 10;
