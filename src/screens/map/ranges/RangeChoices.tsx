/** Choice of the stations with ranges on the map. */
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { maxOutlines } from '../../../../contract/entities/map.ts';
import { serverNow } from '../../../api/send.ts';
import { stationsQuery } from '../../../api/stations.ts';
import { oneLine } from '../../../lib/format.ts';
import { utcMoment } from '../../../lib/time.ts';
import { Choice, Choices } from '../controls/Choices.tsx';
import { useMapShare } from '../map-context.ts';
import styles from './RangeChoices.module.css';
import { useRanges } from './use-ranges.ts';

const inOrder = new Intl.Collator('en', { numeric: true });

export function RangeChoices(): ReactElement {
  const { display, changeDisplay } = useMapShare();
  const ranges = useRanges();
  const { data, isError } = useQuery({ ...stationsQuery(), meta: { isQuiet: true } });
  const chosen = display.ranges ?? ranges?.value.map(({ stationId }) => stationId) ?? [];
  const stations = (data?.value ?? []).toSorted((a, b) => inOrder.compare(a.stationId, b.stationId));
  const toggle = (stationId: string, isChosen: boolean): void =>
    changeDisplay({
      ranges: isChosen ? [...chosen, stationId].slice(-maxOutlines) : chosen.filter((one) => one !== stationId),
    });
  return (
    <Choices legend="Station ranges">
      {stations.length === 0 ? (
        <p className={styles.note}>
          {data ? 'No stations.' : isError ? 'Stations are not stored on this device.' : 'Loading …'}
        </p>
      ) : (
        <div className={styles.rows}>
          {stations.map(({ stationId, city }) => (
            <Choice
              key={stationId}
              type="checkbox"
              checked={chosen.includes(stationId)}
              onChange={(isChosen) => toggle(stationId, isChosen)}
              label={oneLine(city ? `${stationId} ${city}` : stationId)}
            />
          ))}
        </div>
      )}
      <p className={styles.note}>
        Solid: 24 h. Dashed: farthest of 30 days. Up to {maxOutlines} stations.
        {ranges?.source === 'stored' ? ` As of ${utcMoment(ranges.dataAt, serverNow())}.` : ''}
      </p>
    </Choices>
  );
}
