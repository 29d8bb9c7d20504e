/** Sources, emergencies and military addresses of the aircraft in view, with counts: each chip filters map and list. Own file: a part of the head. */
import clsx from 'clsx';
import { type ReactElement, useDeferredValue, useMemo } from 'react';
import { positionKinds } from '../../../../contract/entities/map.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { formatCount } from '../../../lib/format.ts';
import { useFilterShare } from '../fleet/filter-context.tsx';
import { filterCounts, type MapFilter } from '../fleet/map-filter.ts';
import { useShownFleet } from '../fleet/past-context.tsx';
import { useMapShare } from '../map-context.ts';
import styles from './MapPanel.module.css';

type Chips = Pick<MapFilter, 'kind' | 'state' | 'block'>;
const none: Chips = { kind: 'any', state: 'any', block: 'any' };

export function FilterChips(): ReactElement {
  const { viewport } = useMapShare();
  const { filter, change } = useFilterShare();
  const { list, receivedAt } = useDeferredValue(useShownFleet());
  const bounds = viewport?.bounds ?? null;
  const counts = useMemo(
    () => filterCounts(bounds ? list.filter(({ lat, lon }) => isWithin(bounds, lat, lon)) : list),
    [list, bounds],
  );
  const chip = (name: string, count: number, part: Partial<Chips>, isAlarm = false): ReactElement | null => {
    const isOn = Object.entries(part).every(([key, value]) => filter[key as keyof Chips] === value);
    // A chip that is on stays, or nothing would turn it off.
    if (count === 0 && !isOn) return null;
    const isAll = part === none;
    return (
      <button
        key={name}
        type="button"
        className={clsx(styles.chip, isAlarm && styles.alarm)}
        aria-pressed={isOn}
        onClick={() => change(isOn && !isAll ? resetOf(part) : part)}
      >
        {name} {receivedAt === null ? null : <span className={styles.chipCount}>{formatCount(count)}</span>}
      </button>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not fields of a form
    <div className={styles.chips} role="group" aria-label="Filter of aircraft">
      {chip('All', counts.all, none)}
      {positionKinds.map((kind) => chip(kind === 'other' ? 'Other' : kind, counts.kinds.get(kind) ?? 0, { kind }))}
      {chip('Emergency', counts.emergencies, { state: 'emergency' }, true)}
      {chip('Military', counts.military, { block: 'military' })}
    </div>
  );
}

const resetOf = (part: Partial<Chips>): Partial<Chips> =>
  Object.fromEntries(Object.keys(part).map((key) => [key, 'any']));
