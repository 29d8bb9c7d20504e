/** Which time the map shows where a range of the app is chosen. */
import type { ReactElement } from 'react';
import { utcMoment } from '../../../lib/time.ts';
import { rangeText } from '../../../range/range.ts';
import { useRange } from '../../../range/range-store.ts';
import { type RangeState, usePast } from './past-context.tsx';

const texts: Readonly<Record<Exclude<RangeState, 'none' | 'ready'>, string>> = {
  long: 'The range is longer than 6 hours. The map shows live positions.',
  loading: 'Positions of the range are loading.',
  failed: 'Positions of the range could not be loaded. The map shows live positions.',
  unreached: 'Positions of the range are not on this device. The map shows live positions.',
};

export function PastNotice({ now }: { now: number }): ReactElement {
  const { range: state, past, replay } = usePast();
  const { range } = useRange();
  const isShown = state === 'ready' && past !== null && range !== null && replay === null;
  const text = isShown
    ? `Last positions of ${rangeText(range, now)}, as of ${utcMoment(range.to, now)}.${past.fleet.list.length === 0 ? ' There are none here.' : ''}`
    : state === 'none' || state === 'ready'
      ? null
      : texts[state];
  return (
    <p role="status" data-uncovered>
      {text}
    </p>
  );
}
