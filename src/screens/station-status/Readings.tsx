/**
 * Temperature, wifi and range: the value of now, big, against what is usual for this station.
 * Must not: judge what is usual (the server does); a finding is written out, never colour alone.
 */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { RangeHealth, Reading } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { Sparkline } from '../../charts/Sparkline.tsx';
import { formatNumber, noValue } from '../../lib/format.ts';
import styles from './Readings.module.css';
import { sinceText } from './station-words.ts';

const kinds = {
  temperature: {
    title: 'CPU temperature',
    unit: '°C',
    limit: 80,
    decimals: 1,
    worse: 'Hotter',
    isPast: (value: number) => value >= 80,
  },
  wifi: {
    title: 'Wifi signal',
    unit: 'dBm',
    limit: -80,
    decimals: 0,
    worse: 'Weaker',
    isPast: (value: number) => value <= -80,
  },
} as const;

export function ReadingBlock(props: {
  kind: keyof typeof kinds;
  reading: Reading | null;
  dataAt: number;
}): ReactElement {
  const { reading, dataAt } = props;
  const { title, unit, limit, decimals, worse, isPast } = kinds[props.kind];
  if (!reading) return <Untold title={title} why="Not told by the station." />;
  const text = (value: number): string => formatNumber(value, decimals);
  const [low, high] = [text(reading.usualLow), text(reading.usualHigh)];
  const usual = `${low === high ? low : `${low} to ${high}`} ${unit}`;
  const at = parseInstant(reading.at) ?? dataAt;
  return (
    <div className={styles.block} data-unusual={reading.isUnusual || undefined}>
      <h3>{title}</h3>
      <p className={styles.value}>
        <strong>{text(reading.now)}</strong> {unit}
      </p>
      <Sparkline values={reading.hours} limit={limit} label={`${title} in seven days: usually ${usual}`} />
      <p className={styles.foot}>
        <span>7 days</span>
        <span>
          limit {text(limit)} {unit}
        </span>
      </p>
      <p>Usually {usual}</p>
      {reading.isUnusual ? (
        <Finding>{isPast(reading.now) ? `${worse} than is good.` : `${worse} than usual here.`}</Finding>
      ) : null}
      <p className={styles.dim}>Told {sinceText(at, dataAt)}</p>
    </div>
  );
}

/** Sectors that reach so far at least tell something, and less than half of it is a finding: an antenna that lost a side. */
const leastUsualNmi = 20;
const shorterThan = 0.5;

export function RangeBlock({ range }: { range: RangeHealth | null }): ReactElement {
  if (!range) return <Untold title="Range" why="No received position in the last week." />;
  const short = range.sectors.filter(
    ({ nowNmi, usualNmi }) => usualNmi !== null && usualNmi >= leastUsualNmi && (nowNmi ?? 0) < usualNmi * shorterThan,
  );
  return (
    <div className={styles.block} data-unusual={short.length > 0 || undefined}>
      <h3>Range</h3>
      <p className={styles.value}>
        <strong>{range.nowNmi ?? noValue}</strong> nmi
      </p>
      <p>
        The farthest in 24 h{range.usualNmi === null ? '' : `; usually ${range.usualNmi} nmi in a day of the last week`}
      </p>
      {short.length > 0 ? (
        <Finding>
          Less than half of the usual:{' '}
          {short
            .map((one) => `${one.fromDeg}° to ${one.fromDeg + 30}° (${one.nowNmi ?? 0} of ${one.usualNmi} nmi)`)
            .join(', ')}
        </Finding>
      ) : null}
    </div>
  );
}

function Untold({ title, why }: { title: string; why: string }): ReactElement {
  return (
    <div className={styles.block}>
      <h3>{title}</h3>
      <p className={styles.value}>{noValue}</p>
      <p className={styles.dim}>{why}</p>
    </div>
  );
}

function Finding({ children }: { children: React.ReactNode }): ReactElement {
  return (
    <p className={styles.finding}>
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
