import type { ReactElement } from 'react';
import type { StationFacts } from '../../../contract/entities/station-health.ts';
import { parseInstant } from '../../../contract/params.ts';
import styles from './StationPanel.module.css';
import { sinceText } from './station-words.ts';

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

/** What the station runs, and what of it changed lately: a change is the first thing to ask about. */
export function VersionsBlock({ facts, now }: { facts: StationFacts; now: number }): ReactElement | null {
  const { versions, lastReportAt } = facts;
  const reportedAt = lastReportAt === null ? null : parseInstant(lastReportAt);
  return (
    <section className={styles.block} aria-label="Versions">
      <h3>Versions</h3>
      {versions.length === 0 ? (
        <p className={styles.dim}>No status report told any in the last seven days.</p>
      ) : (
        <dl className={styles.versions}>
          {versions.map(({ name, version, changedOn }) => (
            <div key={name}>
              <dt>{names[name] ?? name}</dt>
              <dd>
                {version}
                {changedOn === null ? null : <strong> changed {sinceText(parseInstant(changedOn) ?? now, now)}</strong>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {reportedAt === null ? null : <p className={styles.dim}>Last status report {sinceText(reportedAt, now)}</p>}
    </section>
  );
}
