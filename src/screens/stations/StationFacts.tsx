import { Fragment, type ReactElement, type ReactNode } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import type { StationField, StationTexts } from './read-station.ts';
import styles from './StationFacts.module.css';
import { placeSection } from './station.form.ts';
import { textsToRead } from './station-values.ts';

type Fact = readonly [field: StationField, label: string, unit?: string];
const { missing } = specTexts.stations;

const sections: readonly { readonly title: string; readonly facts: readonly Fact[] }[] = [
  {
    title: 'Station',
    facts: [
      ['id', 'Id'],
      ['stationId', 'Station Id'],
      ['lastActiveTime', 'Station last active time', 'UTC'],
      ['userStationStatus', 'Feeder-Station status'],
      ['description', 'Note'],
    ],
  },
  {
    title: placeSection,
    facts: [
      ['latitude', 'Latitude', '°'],
      ['longitude', 'Longitude', '°'],
      ['locationStartDate', 'Geolocation start date', 'UTC'],
      ['locationAddress', 'Location address'],
      ['city', 'City'],
      ['country', 'Country'],
    ],
  },
  {
    title: 'Feeder',
    facts: [
      ['feederUsername', 'Feeder'],
      ['startDate', 'Feeder start date', 'UTC'],
      ['feederName', 'Feeder name'],
      ['feederSurname', 'Feeder surname'],
      ['feederEmail', 'Feeder e-mail'],
      ['feederPhone', 'Feeder phone'],
      ['feederNotificationEmail', 'Feeder Notification Email'],
      ['notificationEmail', 'Notification Email'],
      ['firstTimeSentToFeeder', 'First time sent to feeder', 'UTC'],
    ],
  },
];

/** `below`: shown below the section with that title. */
export function StationFacts(props: {
  readonly station: StationTexts;
  readonly below: (title: string) => ReactNode;
}): ReactElement {
  const texts = textsToRead(props.station);
  return (
    <>
      {sections.map(({ title, facts }) => (
        <section key={title} className={styles.section} aria-label={title}>
          <h2>{title}</h2>
          <dl className={styles.facts}>
            {facts.map(([field, label, unit]) => (
              <Fragment key={field}>
                <dt>{label}</dt>
                <dd dir="auto" data-missing={texts[field] === missing || undefined}>
                  {texts[field]}
                  {unit && texts[field] !== missing ? (
                    <span className={styles.unit}>{unit === '°' ? unit : ` ${unit}`}</span>
                  ) : null}
                </dd>
              </Fragment>
            ))}
          </dl>
          {props.below(title)}
        </section>
      ))}
    </>
  );
}
