/** Temperature, Wi-Fi and range against the usual values of the station, which the server calculates. Never by colour alone. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { RangeHealth, Reading, StationFacts } from '../../contract/entities/station-health.ts';
import { parseInstant } from '../../contract/params.ts';
import { Sparkline } from '../charts/Sparkline.tsx';
import { formatNumber, noValue } from '../lib/format.ts';
import { utcMoment } from '../lib/time.ts';
import { amountText, measureText } from '../lib/units.ts';
import { UnitSign } from '../objects/Measure.tsx';
import { useUnits } from '../objects/units-choice.ts';
import shared from '../ui/shared.module.css';
import styles from './stations.module.css';

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
    title: 'Wi-Fi signal',
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
  if (!reading) return <Unreported title={title} why="Not reported." />;
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
        <Finding>{isPast(reading.now) ? `${worse} than recommended.` : `${worse} than usual here.`}</Finding>
      ) : null}
      <p className={shared.dim}>Reported {utcMoment(at, dataAt)}</p>
    </div>
  );
}

export function RangeBlock({ range }: { range: RangeHealth | null }): ReactElement {
  const { distance } = useUnits();
  if (!range) return <Unreported title="Range" why="No received position in the last week." />;
  const short = shortSectors(range);
  return (
    <div className={styles.block} data-unusual={short.length > 0 || undefined}>
      <h3>Range</h3>
      <p className={styles.value}>
        <strong>{range.nowNmi === null ? noValue : amountText(distance, range.nowNmi)}</strong>{' '}
        <UnitSign of="distance" />
      </p>
      <p>
        Maximum in 24 h
        {range.usualNmi === null ? '' : `. Usual: ${measureText(distance, range.usualNmi)} per day in the last week`}
      </p>
      {short.length > 0 ? (
        <Finding>
          Less than half the usual range:{' '}
          {short
            .map(
              (one) =>
                `${one.fromDeg}° to ${one.fromDeg + 30}° (${amountText(distance, one.nowNmi ?? 0)} of ${measureText(distance, one.usualNmi ?? 0)})`,
            )
            .join(', ')}
        </Finding>
      ) : null}
    </div>
  );
}

type Value = readonly [title: string, value: readonly [text: string, unit: string] | null];

/** Values in short: ranges, then `more`, or else temperature, Wi-Fi, last report, version. */
export function ReadingValues({
  facts,
  dataAt,
  more,
}: {
  facts: StationFacts;
  dataAt: number;
  more?: readonly Value[];
}): ReactElement {
  const { temperature, wifi } = kinds;
  const measured = ({ unit, decimals }: { unit: string; decimals: number }, value: number | null | undefined) =>
    typeof value === 'number' ? ([formatNumber(value, decimals), unit] as const) : null;
  const { distance } = useUnits();
  const range = (nmi: number | null | undefined) =>
    typeof nmi === 'number' ? ([amountText(distance, nmi), distance.sign] as const) : null;
  const reportedAt = facts.lastReportAt === null ? null : parseInstant(facts.lastReportAt);
  const version = facts.versions.find(({ name }) => name === mainVersion) ?? facts.versions[0];
  const reported: readonly Value[] = [
    [temperature.title, measured(temperature, facts.temperature?.now)],
    [wifi.title, measured(wifi, facts.wifi?.now)],
    ['Last report', reportedAt === null ? null : [utcMoment(reportedAt, dataAt), '']],
    ['Version', version ? [version.version, ''] : null],
  ];
  const values: readonly Value[] = [
    ['Range', range(facts.range?.nowNmi)],
    ['Usual range', range(facts.range?.usualNmi)],
    ...(more ?? reported),
  ];
  return (
    <dl className={styles.values}>
      {values.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <strong>{value?.[0] ?? noValue}</strong> {value?.[1]}
          </dd>
        </div>
      ))}
    </dl>
  );
}
/** The version shown for the station. */
const mainVersion = 'mainSystem';

function Unreported({ title, why }: { title: string; why: string }): ReactElement {
  return (
    <div className={styles.block}>
      <h3>{title}</h3>
      <p className={styles.value}>{noValue}</p>
      <p className={shared.dim}>{why}</p>
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

/** nmi: shorter sectors prove nothing. A sector below half of its usual range is a finding: an antenna lost a side. */
const minUsualNmi = 20;
const shorterThan = 0.5;

const shortSectors = ({ sectors }: RangeHealth): RangeHealth['sectors'] =>
  sectors.filter(
    ({ nowNmi, usualNmi }) => usualNmi !== null && usualNmi >= minUsualNmi && (nowNmi ?? 0) < usualNmi * shorterThan,
  );

export const hasFinding = ({ temperature, wifi, range }: StationFacts): boolean =>
  Boolean(temperature?.isUnusual || wifi?.isUnusual) || (range !== null && shortSectors(range).length > 0);
