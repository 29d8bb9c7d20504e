import type { ReactElement } from 'react';
import type { StationHealth } from '../../../contract/entities/station-health.ts';
import { useNow } from '../../api/use-now.ts';
import type { ReportTime } from '../../stations/report-time.ts';
import { isCurrent } from '../../stations/station-text.ts';
import styles from './StationList.module.css';
import { StationPanel } from './StationPanel.tsx';
import { useStationsHealth } from './use-stations-health.ts';

/** An expanded station of a long list: its details are requested now. */
export function OpenStation({ station, ...time }: { station: StationHealth } & ReportTime): ReactElement {
  const hasDetails = station.facts !== null;
  const now = useNow(5000);
  const { data, error } = useStationsHealth(station.stationId, !hasDetails);
  const [detailed] = data?.value.stations ?? [];
  if (hasDetails) return <StationPanel station={station} {...time} />;
  if (data && detailed) {
    return <StationPanel station={detailed} now={now} dataAt={data.dataAt} isNow={isCurrent(data, now)} />;
  }
  return data || error ? (
    <StationPanel station={station} {...time} />
  ) : (
    <div className={styles.opening} role="status" aria-label={`Loading station ${station.stationId}`} />
  );
}
