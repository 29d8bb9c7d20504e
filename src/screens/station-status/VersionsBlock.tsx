import type { ReactElement } from 'react';
import type { StationFacts } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import { utcMoment } from '../../lib/time.ts';
import styles from './StationPanel.module.css';

const names: Readonly<Record<string, string>> = {
  acars: 'ACARS',
  vdlm2: 'VDLM2',
  adsb: 'ADSB',
  gnss: 'GNSS',
  mqtt: 'MQTT',
  locationApp: 'Location app',
  mainSystem: 'Main system',
  fotaService: 'FOTA service',
  appImage: 'App image',
  hardware: 'Hardware',
};

/** Software versions of the station and recent changes, the first thing to check. */
export function VersionsBlock({ facts, now }: { facts: StationFacts; now: number }): ReactElement | null {
  const { versions, lastReportAt } = facts;
  const reportedAt = lastReportAt === null ? null : parseInstant(lastReportAt);
  return (
    <section className={styles.block} aria-label="Versions">
      <h3>Versions</h3>
      {versions.length === 0 ? (
        <p className={styles.dim}>None reported in the last seven days.</p>
      ) : (
        <dl className={styles.versions}>
          {versions.map(({ name, version, changedOn }) => (
            <div key={name}>
              <dt>{names[name] ?? name}</dt>
              <dd>
                {version}
                {changedOn === null ? null : <strong> changed {utcMoment(parseInstant(changedOn) ?? now, now)}</strong>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {reportedAt === null ? null : <p className={styles.dim}>Last status report {utcMoment(reportedAt, now)}</p>}
    </section>
  );
}
