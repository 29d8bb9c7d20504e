/** Usual ranges of a list, its own one marked, From and To, and the messages of that time. */

import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import type { MessageBand } from '../../../contract/entities/statistics.ts';
import { parseInstant } from '../../../contract/params.ts';
import { bandQuery, maxBandHours } from '../../data/resources.ts';
import { useNow } from '../../data/use-now.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { utcMoment } from '../../lib/time.ts';
import { useMedia } from '../../lib/use-media.ts';
import { BandHandles, useBrush } from '../../range/BandHandles.tsx';
import {
  bandTypes,
  gapsOf,
  joinedSlots,
  type Slots,
  slotAt,
  slotMs,
  slotsOf,
  slotText,
} from '../../range/band-shape.ts';
import { rangeTexts, type TimeRange } from '../../range/range.ts';
import { useAudience } from '../../session/use-session.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useArchive } from '../archive/use-archive.ts';
import { FilterLine } from '../filter/FilterField.tsx';
import { filterFields } from '../filter/filter-fields.ts';
import { useListModel } from '../list-model.ts';
import { inOverlay } from '../overlay.ts';
import { coveredFrom } from '../page/coverage-text.ts';
import { draftProblems, hasOwnWindow, movingWindow, windowNames } from '../state/list-state.ts';
import { currentPreset, presetsOf } from './presets.ts';
import styles from './RangeBar.module.css';

/** The band has space next to presets and filters. */
const bandFrom = '(min-width: 1400px)';
/** Next to a range with both of its dates. */
const wideBandFrom = '(min-width: 1560px)';
const bandWidths = { usual: 180, wide: 300 };

export function RangeBar(): ReactElement {
  const { list, state, data, searchRange } = useListModel();
  const { page } = data;
  const audience = useAudience();
  const hasBand = useMedia(bandFrom);
  const hasWideBand = useMedia(wideBandFrom);
  const archive = useArchive(list);
  const current = currentPreset(list, state);
  const since = page?.source === 'stored' && page.coverage ? coveredFrom(page.coverage) : null;
  return (
    <>
      <fieldset className={styles.presets} aria-label="Range">
        {presetsOf(list).map((preset) => (
          <PlainButton
            key={preset.hours}
            aria-pressed={preset === current || preset.hours === current?.hours}
            title={preset.isOwn ? 'The default range of this list' : undefined}
            onClick={() => searchRange(preset.isOwn ? null : preset.hours)}
          >
            {preset.label}
            {preset.isOwn ? <span className={styles.own}>default</span> : null}
          </PlainButton>
        ))}
        <CustomRange />
        {archive ? (
          <PlainButton
            aria-pressed={state.isArchived}
            title={`Messages of ${archive.text}`}
            onClick={() => searchRange({ archive: archive.ends })}
          >
            Archive
          </PlainButton>
        ) : null}
      </fieldset>
      {since === null ? null : <span className={styles.since}>stored since {utcMoment(since, Date.now())}</span>}
      {list.band && hasBand && (audience === 'admin' || audience === 'parser') ? (
        <MiniBand
          kind={list.band}
          hours={movingWindow(list, state)?.hours ?? null}
          width={hasWideBand ? bandWidths.wide : bandWidths.usual}
        />
      ) : null}
    </>
  );
}

/** From and To of the filter, without its other fields. */
function CustomRange(): ReactElement {
  const { list, state, typed, search } = useListModel();
  const [isOpened, setOpened] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const problems = draftProblems(list, state.filters, typed.draft);
  const fields = filterFields(list).filter(({ filter }) => filter.way === 'between');
  const close = (): void => {
    setOpened(false);
    setLeft(new Set());
  };
  return (
    <Popover
      opened={isOpened}
      onChange={(next) => (next ? setOpened(true) : close())}
      position="bottom-start"
      width={400}
      trapFocus
      returnFocus
      shadow="md"
      portalProps={inOverlay(list)}
    >
      <Popover.Target>
        <PlainButton
          aria-pressed={hasOwnWindow(list, state.filters) && !state.isArchived}
          onClick={() => setOpened((open) => !open)}
        >
          Custom
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.custom} aria-label="From and To">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const wrong = fields.flatMap(({ names }) => names).filter((name) => name in problems);
            setLeft(new Set(wrong));
            if (wrong.length > 0) return;
            close();
            search();
          }}
        >
          {fields.map((field) => (
            <FilterLine
              key={field.id}
              list={list}
              field={field}
              window={movingWindow(list, state)}
              texts={{ ...state.filters, ...typed.draft }}
              open={typed.open}
              problems={Object.fromEntries(Object.entries(problems).filter(([name]) => left.has(name)))}
              onText={typed.type}
              onLeave={(name) => setLeft((old) => new Set(old).add(name))}
              hasMeaning={false}
            />
          ))}
          <PlainButton type="submit" look="filled">
            {specTexts.list.search}
          </PlainButton>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

// ---- Messages of the list's time as a small time band, to select a range for this list.

/** As high as the controls next to it: the rows below do not move when it appears. */
const height = 28;
const tickMs = 60_000;
const dayHours = 24;

type BandProps = {
  /** What the list contains. */
  readonly kind: 'text' | 'adsb';
  /** Moving window of the list. null = From and To. */
  readonly hours: number | null;
  /** In px. */
  readonly width: number;
};

function MiniBand(props: BandProps): ReactElement | null {
  const { hours, width } = props;
  const length = Math.min(maxBandHours, Math.max(dayHours, hours ?? dayHours));
  const { data } = useQuery(bandQuery(length));
  return (
    <div className={styles.place} style={{ width, height }}>
      {data ? <Band {...props} band={data.value} isStored={data.source === 'stored'} /> : null}
    </div>
  );
}

type DrawnProps = BandProps & { readonly band: MessageBand; readonly isStored: boolean };

function Band({ band, kind, hours, width, isStored }: DrawnProps) {
  const { list, state, searchRange } = useListModel();
  const now = useNow(tickMs);
  const slots = useMemo(() => slotsOf(band, now), [band, now]);
  const [from, to] = [slots.from, slots.from + slots.length * slotMs];
  const [min = '', max = ''] = windowNames(list);
  const fixed = {
    from: parseInstant(state.filters[min] ?? '') ?? from,
    to: parseInstant(state.filters[max] ?? '') ?? to,
  };
  const range: TimeRange = hours === null ? fixed : { from: Math.max(from, now - hours * 3_600_000), to };
  const brush = useBrush({ from, to, range, onRange: (next) => searchRange(next && rangeTexts(next)) });
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
function pathOf(slots: Slots, kind: BandProps['kind'], width: number): string {
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
