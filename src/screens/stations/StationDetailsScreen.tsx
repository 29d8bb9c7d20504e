/** /stationDetails/{id} (STN-11 to STN-18): fields, histories, receiver names (C118) and keys (C120). */
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import { StationLink } from '../../objects/StationLink.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { FeederHistory, LocationHistory } from './Histories.tsx';
import { NoStation } from './NoStation.tsx';
import { PlaceOnMap } from './PlaceOnMap.tsx';
import { Receivers } from './Receivers.tsx';
import type { Station } from './read-station.ts';
import { StationFacts } from './StationFacts.tsx';
import { StationKeys } from './StationKeys.tsx';
import { placeSection } from './station.form.ts';
import styles from './stations.module.css';
import { useStation } from './use-station.ts';

const title = 'Station';
const text = specTexts.stations;

export default function StationDetailsScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const state = useStation(id, 'details');
  if (state.kind === 'loading') return <NoStation title={title} words={specTexts.reference.loading} isBusy />;
  if (state.kind === 'failed') return <NoStation title={title} words={text.detailsFailed} retry={state.retry} />;
  if (state.kind === 'missing') return <NoStation title={title} words={text.notAvailable} />;
  return <StationDetails key={id} id={id} station={state.station} />;
}

function StationDetails({ id, station }: { id: string; station: Station }): ReactElement {
  const navigate = useNavigate();
  const { texts } = station;
  return (
    <div className={styles.screen}>
      <header className={styles.top}>
        <Link to="/statistics" className={styles.back} aria-label="Back to statistics">
          <IconArrowLeft size={18} aria-hidden="true" />
        </Link>
        <h1>Station {texts.stationId}</h1>
        <Link to="/stationStatus" search={{ stationId: texts.stationId } as never}>
          Is it feeding?
        </Link>
        <StationLink id={texts.stationId}>Station page</StationLink>
      </header>
      <div className={styles.columns}>
        <form className={styles.record} aria-label="Station" onSubmit={(event) => event.preventDefault()}>
          <StationFacts
            station={texts}
            below={(section) =>
              section === placeSection ? <PlaceOnMap latitude={texts.latitude} longitude={texts.longitude} /> : null
            }
          />
          <PlainButton look="filled" onClick={() => void navigate({ to: `/updateStation/${encodeURIComponent(id)}` })}>
            {text.update}
          </PlainButton>
        </form>
        <div className={styles.tables}>
          <FeederHistory id={id} />
          <LocationHistory id={id} />
          <Receivers id={id} stationId={texts.stationId} />
          <StationKeys id={id} stationId={texts.stationId} />
        </div>
      </div>
    </div>
  );
}
