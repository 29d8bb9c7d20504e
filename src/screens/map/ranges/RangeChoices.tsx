/** Choice of the stations with ranges on the map. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { maxOutlines } from '../../../../contract/entities/map.ts';
import { serverNow } from '../../../api/send.ts';
import { type StationRow, stationsQuery } from '../../../api/stations.ts';
import { oneLine } from '../../../lib/format.ts';
import { utcMoment } from '../../../lib/time.ts';
import { FindInput } from '../../../ui/FindInput.tsx';
import { Choice, Choices } from '../controls/Choices.tsx';
import { useMapShare } from '../map-context.ts';
import styles from './RangeChoices.module.css';
import { useRanges } from './use-ranges.ts';

/** Longer lists have a find field. */
const findFrom = 13;
const inOrder = new Intl.Collator('en', { numeric: true });

export function RangeChoices(): ReactElement {
  const { display, changeDisplay } = useMapShare();
  const ranges = useRanges();
  const { data, isError } = useQuery({ ...stationsQuery(), meta: { isQuiet: true } });
  const chosen = display.ranges ?? ranges?.value.map(({ stationId }) => stationId) ?? [];
  const stations = (data?.value ?? []).toSorted((a, b) => inOrder.compare(a.stationId, b.stationId));
  const [words, setWords] = useState('');
  const shown = stations.map(labelled).filter(({ label }) => hasWords(label, words));
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
        <>
          {stations.length < findFrom ? null : (
            <FindInput className={styles.find} label="Find a station" words={words} onWords={setWords} />
          )}
          <div className={styles.rows}>
            {shown.map(({ stationId, label }) => (
              <Choice
                key={stationId}
                type="checkbox"
                checked={chosen.includes(stationId)}
                onChange={(isChosen) => toggle(stationId, isChosen)}
                label={label}
              />
            ))}
          </div>
          {shown.length === 0 ? (
            <p className={styles.note} role="status">
              No matching station.
            </p>
          ) : null}
        </>
      )}
      <p className={styles.note}>
        Solid: 24 h. Dashed: farthest of 30 days. Up to {maxOutlines} stations.
        {ranges?.source === 'stored' ? ` As of ${utcMoment(ranges.dataAt, serverNow())}.` : ''}
      </p>
    </Choices>
  );
}

const labelled = ({ stationId, city }: StationRow): { readonly stationId: string; readonly label: string } => ({
  stationId,
  label: oneLine(city ? `${stationId} ${city}` : stationId),
});

/** Each word is in the label. */
function hasWords(label: string, words: string): boolean {
  const text = label.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
