/** Selection of a range on a time band: its ends, for keys and as marks, and the brush of mouse and touch. */
import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef, useState } from 'react';
import styles from './BandHandles.module.css';
import { type Slots, slotAt, slotMs, slotText } from './band-shape.ts';
import { minRangeMs, type TimeRange } from './range.ts';

type Props = {
  readonly slots: Slots;
  readonly range: TimeRange | null;
  readonly keys: ReturnType<typeof useBrush>['keys'];
};

export function BandHandles({ slots, range, keys }: Props): ReactElement {
  const [from, to] = [slots.from, slots.from + slots.length * slotMs];
  const percent = (ms: number): number => 100 * Math.min(1, Math.max(0, (ms - from) / (to - from)));
  const ends = [
    { edge: 'from', name: 'Start of the range', at: range?.from ?? from, slot: slotAt(slots, range?.from ?? from) },
    { edge: 'to', name: 'End of the range', at: range?.to ?? to, slot: slotAt(slots, (range?.to ?? to) - 1) },
  ] as const;
  return (
    <>
      {ends.map(({ edge, name, at, slot }) => (
        <div
          key={edge}
          role="slider"
          tabIndex={0}
          className={styles.handle}
          data-edge={edge}
          data-set={range !== null || undefined}
          style={{ left: `${percent(at)}%` }}
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={slots.length}
          aria-valuenow={edge === 'from' ? slot : slot + 1}
          aria-valuetext={slotText(slots, slot)}
          onKeyDown={keys(edge)}
        />
      ))}
    </>
  );
}

// ---- selection of a range with mouse, touch or keys

/** A press that moves less selects nothing. */
const stillPx = 4;
const slotsPerHour = 6;

type Plot = {
  /** Epoch ms of both ends of the band. */
  readonly from: number;
  readonly to: number;
  readonly range: TimeRange | null;
  readonly onRange: (range: TimeRange | null) => void;
};
type Edge = 'from' | 'to';
type Drag = { readonly x: number; readonly anchor: number; isMoved: boolean };

export function useBrush({ from, to, range, onRange }: Plot) {
  const drag = useRef<Drag | null>(null);
  const [draft, setDraft] = useState<TimeRange | null>(null);
  const [at, setAt] = useState<number | null>(null);

  const within = (ms: number): number => Math.min(to, Math.max(from, ms));
  const timeAt = ({ clientX, currentTarget }: PointerEvent<Element>): number => {
    const box = currentTarget.getBoundingClientRect();
    return within(from + ((clientX - box.left) / box.width) * (to - from));
  };
  /** Whole slots, at least one. */
  const between = (one: number, other: number): TimeRange => {
    const begin = Math.floor(Math.min(one, other) / slotMs) * slotMs;
    const end = Math.ceil(Math.max(one, other) / slotMs) * slotMs;
    return { from: begin, to: Math.max(end, begin + minRangeMs) };
  };
  const shown = draft ?? range;

  /** Moves one end by slots. Without a range it starts at the end of the band. */
  const move = (edge: Edge, slots: number): void => {
    const now = range ?? { from, to };
    const by = slots * slotMs;
    if (edge === 'from') onRange({ ...now, from: Math.min(within(now.from + by), now.to - minRangeMs) });
    else onRange({ ...now, to: Math.max(within(now.to + by), now.from + minRangeMs) });
  };

  return {
    shown,
    /** Time under the pointer. null = none. */
    at,
    plot: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        const time = timeAt(event);
        const near = range && nearest(range, time, (to - from) / 60);
        // From a handle the other end stays.
        const anchor = near === 'from' ? (range?.to ?? time) : near === 'to' ? (range?.from ?? time) : time;
        drag.current = { x: event.clientX, anchor, isMoved: false };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const time = timeAt(event);
        setAt(time);
        const begun = drag.current;
        if (!begun) return;
        begun.isMoved ||= Math.abs(event.clientX - begun.x) > stillPx;
        if (begun.isMoved) setDraft(between(begun.anchor, time));
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const begun = drag.current;
        drag.current = null;
        setDraft(null);
        if (begun?.isMoved) onRange(between(begun.anchor, timeAt(event)));
      },
      onPointerCancel: () => {
        drag.current = null;
        setDraft(null);
      },
      onPointerLeave: () => setAt(null),
      onDoubleClick: () => onRange(null),
    },
    keys: (edge: Edge) => (event: KeyboardEvent) => {
      if (event.metaKey || event.altKey) return;
      const step = event.ctrlKey ? slotsPerHour : 1;
      const moves: Readonly<Record<string, number>> = {
        ArrowLeft: -step,
        ArrowDown: -step,
        ArrowRight: step,
        ArrowUp: step,
        PageDown: -slotsPerHour,
        PageUp: slotsPerHour,
        Home: Number.NEGATIVE_INFINITY,
        End: Number.POSITIVE_INFINITY,
      };
      const by = moves[event.key];
      if (event.key === 'Escape' && range) onRange(null);
      else if (by === undefined) return;
      else move(edge, by);
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

/** The end within reach of the pointer. null = none. */
function nearest(range: TimeRange, time: number, reachMs: number): Edge | null {
  const [toFrom, toTo] = [Math.abs(range.from - time), Math.abs(range.to - time)];
  if (Math.min(toFrom, toTo) > reachMs) return null;
  return toFrom < toTo ? 'from' : 'to';
}
