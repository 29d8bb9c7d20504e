/** What the aircraft does now: flight, level, speed, track, position, times of the flight. */
import type { ReactElement, ReactNode } from 'react';
import type { Tail, TailLeg } from '../../../contract/entities/tail.ts';
import { AltitudeMark } from '../../charts/AltitudeMark.tsx';
import { formatNumber, noValue, oneLine } from '../../lib/format.ts';
import { ageText, utcMoment } from '../../lib/time.ts';
import { Doubtful } from '../../objects/Doubtful.tsx';
import { Measure } from '../../objects/Measure.tsx';
import { ObjectLink } from '../../objects/ObjectLink.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import styles from './Tail.module.css';
import { levelText, msOf } from './tail-state.ts';

export function NowFacts({ tail, now, isNow }: { tail: Tail; now: number; isNow: boolean }): ReactElement {
  const units = useUnits();
  const [leg] = tail.legs;
  const position = tail.now;
  const at = (instant: string | null | undefined): string => {
    const ms = msOf(instant);
    return ms === null ? noValue : utcMoment(ms, now);
  };
  const seenAt = msOf(position?.seenAt);
  return (
    <section className={styles.panel} aria-label={isNow ? 'Now' : 'Last known'}>
      <dl className={styles.facts}>
        <Fact name={leg?.hasLanded || !isNow ? 'Last flight' : 'Flight'}>{leg ? <Flight leg={leg} /> : noValue}</Fact>
        <Fact name="Altitude">
          {position ? <AltitudeMark of={position} /> : null}
          {position?.isOnGround
            ? 'ground'
            : position?.altitudeFt == null
              ? noValue
              : levelText(position.altitudeFt, units)}
        </Fact>
        <Fact name="Speed">
          <Measure of="speed" value={position?.groundSpeedKt} />
        </Fact>
        <Fact name="Track">{position?.angle == null ? noValue : `${Math.round(position.angle)}°`}</Fact>
        <Fact name="Position">{position ? placeText(position) : noValue}</Fact>
        {leg?.off || !leg?.out ? <Fact name="Off">{at(leg?.off)}</Fact> : <Fact name="Out">{at(leg.out)}</Fact>}
        {leg?.on ? <Fact name="On">{at(leg.on)}</Fact> : <Fact name="Scheduled in">{at(leg?.scheduledIn)}</Fact>}
      </dl>
      {position?.isDoubtful ? (
        <div className={styles.doubtful}>
          <Doubtful />
        </div>
      ) : null}
      {seenAt === null ? null : (
        <p className={styles.small}>
          Position of {utcMoment(seenAt, now)}
          {isNow ? `, ${ageText(Math.max(0, now - seenAt))} old` : ''}.
        </p>
      )}
    </section>
  );
}

function Flight({ leg }: { leg: TailLeg }): ReactElement {
  const { flight, from, to, endedAt } = leg;
  if (from === null && to === null) return <>{oneLine(flight ?? '') || noValue}</>;
  return (
    <>
      {flight ? `${oneLine(flight)}, ` : ''}
      <Airport code={from} /> to <Airport code={to} />
      {endedAt !== null && endedAt !== to ? (
        <>
          , diverted to <Airport code={endedAt} />
        </>
      ) : null}
    </>
  );
}

/** Pages of airports have ICAO codes. */
function Airport({ code }: { code: string | null }): ReactElement {
  if (code === null || !/^[A-Z]{4}$/.test(code)) return <>{oneLine(code ?? '?')}</>;
  return <ObjectLink to="airport" id={code} />;
}

function placeText({ lat, lon }: { lat: number; lon: number }): string {
  const side = (value: number, positive: string, negative: string): string =>
    `${formatNumber(Math.abs(value), 2)}° ${value < 0 ? negative : positive}`;
  return `${side(lat, 'N', 'S')}, ${side(lon, 'E', 'W')}`;
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
