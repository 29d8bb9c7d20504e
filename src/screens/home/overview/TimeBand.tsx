/** The last 24 hours by message type, with a range to select. */
import { IconTable } from '@tabler/icons-react';
import { type ReactElement, useId, useMemo, useState } from 'react';
import type { MessageBand } from '../../../../contract/entities/statistics.ts';
import { counted } from '../../../lib/format.ts';
import { useWidth } from '../../../lib/use-width.ts';
import { BandHandles } from '../../../range/band/BandHandles.tsx';
import {
  bandTypes,
  type Gap,
  gapsOf,
  gapText,
  type Slots,
  slotAt,
  slotMs,
  slotsOf,
  slotText,
  typeNames,
} from '../../../range/band/band-shape.ts';
import { useBrush } from '../../../range/band/use-brush.ts';
import { rangeText, type TimeRange } from '../../../range/range.ts';
import { setRange, useRange } from '../../../range/range-store.ts';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { BandChart } from './BandChart.tsx';
import { BandTable } from './BandTable.tsx';
import styles from './TimeBand.module.css';

/** Below, two slots are one column and the axes have no numbers. */
const narrowPx = 480;

type Props = {
  readonly band: MessageBand;
  /** Server time, epoch ms: the end of the band. That of a stored response passes on. */
  readonly now: number;
  readonly isNow: boolean;
};

export function TimeBand({ band, now, isNow }: Props): ReactElement {
  const heading = useId();
  const [isTable, setTable] = useState(false);
  const { range } = useRange();
  const slots = useMemo(() => slotsOf(band, now), [band, now]);
  const gaps = useMemo(() => gapsOf(band), [band]);
  const brush = useBrush({ from: slots.from, to: slots.from + slots.length * slotMs, range, onRange: setRange });
  const reading =
    brush.at !== null
      ? slotText(slots, slotAt(slots, brush.at))
      : brush.shown && `${rangeText(brush.shown, now)} selected. Double-click or press Esc to clear.`;
  return (
    <section className={styles.panel} aria-labelledby={heading} data-old={!isNow || undefined}>
      <div className={styles.head}>
        <h2 id={heading}>Last 24 hours</h2>
        <span className={styles.hint} data-read={reading !== null || undefined}>
          {reading ?? `Messages per 10 minutes, ${counted(band.stations, 'station')}. Drag to select a range.`}
        </span>
        <ul className={styles.legend}>
          {bandTypes.map((type) => (
            <li key={type} data-type={type}>
              {typeNames[type]}
              {type === 'adsb' ? <span className={styles.below}>, below the line</span> : null}
            </li>
          ))}
        </ul>
        <PlainButton className={styles.toTable} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          <IconTable size={16} aria-hidden="true" />
          Table
        </PlainButton>
      </div>
      {isTable ? (
        <BandTable slots={slots} />
      ) : (
        <Chart slots={slots} gaps={gaps} stations={band.stations} range={range} brush={brush} />
      )}
      <ul className="dl-hidden" aria-label="Gaps">
        {gaps.map((gap) => (
          <li key={gap.from}>{gapText(gap, band.stations)}</li>
        ))}
      </ul>
    </section>
  );
}

type ChartProps = {
  readonly slots: Slots;
  readonly gaps: readonly Gap[];
  readonly stations: number;
  readonly range: TimeRange | null;
  readonly brush: ReturnType<typeof useBrush>;
};
function Chart({ slots, gaps, stations, range, brush }: ChartProps): ReactElement {
  const [frame, width] = useWidth();
  const isNarrow = width < narrowPx;
  const gutterPx = isNarrow ? 0 : 48;
  return (
    <div ref={frame} className={styles.chart} data-narrow={isNarrow || undefined}>
      {width > 0 ? (
        <BandChart
          slots={slots}
          gaps={gaps}
          stations={stations}
          width={width}
          gutterPx={gutterPx}
          isNarrow={isNarrow}
          shown={brush.shown}
        />
      ) : null}
      <div className={styles.plot} style={{ left: gutterPx }} data-testid="time band" {...brush.plot}>
        <BandHandles slots={slots} range={range} keys={brush.keys} />
      </div>
    </div>
  );
}
