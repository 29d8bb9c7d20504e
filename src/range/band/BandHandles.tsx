/** Both ends of a selected range on a time band, for keys and as marks. */
import type { ReactElement } from 'react';
import type { TimeRange } from '../range.ts';
import styles from './BandHandles.module.css';
import { type Slots, slotAt, slotMs, slotText } from './band-shape.ts';
import type { useBrush } from './use-brush.ts';

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
