import type { ReactElement } from 'react';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { useNow } from '../../api/use-now.ts';
import styles from './StationList.module.css';
import { StationPanel, type ToldAt } from './StationPanel.tsx';
import { isOfNow } from './station-words.ts';
import { useStationsHealth } from './use-stations-health.ts';

/** An open station of the list: where there are many, all that is known of it is asked for now. */
export function OpenStation({ station, ...told }: { station: StationHealth } & ToldAt): ReactElement {
  const isTold = station.facts !== null;
  const now = useNow(5000);
  const { data, error } = useStationsHealth(station.stationId, !isTold);
  const [asked] = data?.stations ?? [];
  if (isTold) return <StationPanel station={station} {...told} />;
  if (data && asked) {
    return <StationPanel station={asked} now={now} dataAt={data.dataAt} isNow={isOfNow(data, now)} />;
  }
  return data || error ? (
    <StationPanel station={station} {...told} />
  ) : (
    <div className={styles.opening} role="status" aria-label={`Loading station ${station.stationId}`} />
  );
}
