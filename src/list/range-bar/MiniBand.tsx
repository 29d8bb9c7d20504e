/** Messages of the list's time as a small time band, to select a range for this list. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo } from 'react';
import type { MessageBand } from '../../../contract/entities/statistics.ts';
import { parseInstant } from '../../../contract/params.ts';
import { bandQuery, maxBandHours } from '../../api/band.ts';
import { useNow } from '../../api/use-now.ts';
import { BandHandles } from '../../range/band/BandHandles.tsx';
import {
  bandTypes,
  gapsOf,
  joinedSlots,
  type Slots,
  slotAt,
  slotMs,
  slotsOf,
  slotText,
} from '../../range/band/band-shape.ts';
import { useBrush } from '../../range/band/use-brush.ts';
import { rangeTexts, type TimeRange } from '../../range/range.ts';
import { windowNames } from '../list-state.ts';
import styles from './MiniBand.module.css';
import type { RangeProps } from './range-props.ts';

/** As high as the controls next to it: the rows below do not move when it appears. */
const height = 28;
const tickMs = 60_000;
const dayHours = 24;

type Props = RangeProps & {
  /** What the list contains. */
  readonly kind: 'text' | 'adsb';
  /** Moving window of the list. null = From and To. */
  readonly hours: number | null;
  /** In px. */
  readonly width: number;
};

export function MiniBand(props: Props): ReactElement | null {
  const { hours, width } = props;
  const length = Math.min(maxBandHours, Math.max(dayHours, hours ?? dayHours));
  const { data } = useQuery(bandQuery(length));
  return (
    <div className={styles.place} style={{ width, height }}>
      {data ? <Band {...props} band={data.value} isStored={data.source === 'stored'} /> : null}
    </div>
  );
}

type BandProps = Props & { readonly band: MessageBand; readonly isStored: boolean };

function Band({ band, kind, hours, width, list, state, isStored, onRange }: BandProps) {
  const now = useNow(tickMs);
  const slots = useMemo(() => slotsOf(band, now), [band, now]);
  const [from, to] = [slots.from, slots.from + slots.length * slotMs];
  const [min = '', max = ''] = windowNames(list);
  const fixed = {
    from: parseInstant(state.filters[min] ?? '') ?? from,
    to: parseInstant(state.filters[max] ?? '') ?? to,
  };
  const range: TimeRange = hours === null ? fixed : { from: Math.max(from, now - hours * 3_600_000), to };
  const brush = useBrush({ from, to, range, onRange: (next) => onRange(next && rangeTexts(next)) });
  const shown = brush.shown ?? range;
  const xOf = (ms: number): number => (width * (Math.min(to, Math.max(from, ms)) - from)) / (to - from);
  const path = useMemo(() => pathOf(slots, kind, width), [slots, kind, width]);
  const [left, right] = [xOf(shown.from), xOf(shown.to)];
  return (
    <>
      <svg width={width} height={height} aria-hidden="true" data-stored={isStored || undefined}>
        {gapsOf(band).map((gap) => (
          <rect
            key={gap.from}
            className={styles.gap}
            x={xOf(gap.from)}
            width={Math.max(1, xOf(gap.to) - xOf(gap.from))}
            height={height}
          />
        ))}
        <path className={styles.bars} d={path} />
        <rect className={styles.faded} width={left} height={height} />
        <rect className={styles.faded} x={right} width={width - right} height={height} />
        <rect
          className={styles.selected}
          x={left + 0.75}
          y={0.75}
          width={Math.max(2, right - left - 1.5)}
          height={height - 1.5}
        />
      </svg>
      <div
        className={styles.plot}
        data-testid="list band"
        title={brush.at === null ? 'Drag to select a range' : slotText(slots, slotAt(slots, brush.at))}
        {...brush.plot}
      >
        <BandHandles slots={slots} range={range} keys={brush.keys} />
      </div>
    </>
  );
}

/** Columns of at least two pixels. */
function pathOf(slots: Slots, kind: Props['kind'], width: number): string {
  const columns = joinedSlots(slots, Math.max(1, Math.ceil((2 * slots.length) / width)));
  const types = kind === 'adsb' ? (['adsb'] as const) : bandTypes.filter((type) => type !== 'adsb');
  const sums = Array.from({ length: columns.length }, (_, at) =>
    types.reduce((sum, type) => sum + (columns.counts[type][at] ?? 0), 0),
  );
  const top = Math.max(1, ...sums);
  const wide = width / columns.length;
  return sums
    .map((count, at) => {
      const high = (count / top) * (height - 3);
      return count === 0
        ? ''
        : `M${(at * wide).toFixed(1)} ${height}v${(-high).toFixed(1)}h${Math.max(1, wide - 0.5).toFixed(1)}v${high.toFixed(1)}z`;
    })
    .join('');
}
