/** Ranges of the station: rose, text, and the same figures as a table. */
import type { ReactElement } from 'react';
import type { StationPage } from '../../../contract/entities/places.ts';
import { parseInstant } from '../../../contract/params.ts';
import { counted, noValue } from '../../lib/format.ts';
import { amountText } from '../../lib/units.ts';
import page from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/Panel.tsx';
import { useUnits } from '../../objects/units-choice.ts';
import { RangeRose } from '../../stations/RangeRose.tsx';
import { rangeText, rimOf, shortSpans, wider } from '../../stations/rose-shape.ts';
import styles from './RangePanel.module.css';

type Props = { readonly ranges: StationPage['ranges']; readonly dataAt: number; readonly isOld: boolean };

const leastRimNmi = 50;
const dayMs = 86_400_000;
const tableDeg = 30;

export function RangePanel({ ranges: { day, month, since }, dataAt, isOld }: Props): ReactElement {
  const units = useUnits();
  const { distance } = units;
  const text = (nmi: number | null | undefined): string =>
    typeof nmi === 'number' ? amountText(distance, nmi) : noValue;
  const rim = rimOf(leastRimNmi, day, month);
  const sinceMs = since === null ? null : parseInstant(since);
  const days = sinceMs === null ? 0 : Math.max(1, Math.floor((dataAt - sinceMs) / dayMs));
  const farthest = rangeText(day, units);
  const short = farthest === null ? [] : shortSpans(day, month);
  if (days === 0)
    return (
      <Panel title="Range" isOld={isOld}>
        <p className={page.none}>No positions received.</p>
      </Panel>
    );
  const rings = [1, 2, 3].map((ring) => text((rim * ring) / 3)).join(', ');
  return (
    <Panel title="Range" note={`24 h / ${counted(days, 'day')}`} isOld={isOld}>
      <RangeRose day={day} usual={month} rimNmi={rim} className={styles.rose} />
      <p className={page.none}>
        {farthest ?? 'No positions in the last 24 hours'}. Rings {rings} {distance.sign}.
        {short.length === 0 ? '' : ` Short against the last ${days} days: ${short.join(', ')}.`}
      </p>
      <details className={styles.table}>
        <summary>Ranges as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Direction</th>
              <th scope="col">24 h, {distance.sign}</th>
              <th scope="col">
                {days} d, {distance.sign}
              </th>
            </tr>
          </thead>
          <tbody>
            {wider(day, tableDeg).map((nmi, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a direction is its index
              <tr key={at}>
                <th scope="row">{`${at * tableDeg}° to ${(at + 1) * tableDeg}°`}</th>
                <td>{text(nmi)}</td>
                <td>{text(wider(month, tableDeg)[at])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}
