/** Choice of the position source (C111), for users who may call it. */
import type { ReactElement } from 'react';
import { api } from '../../../../contract/api.ts';
import { permissionFor } from '../../../../contract/audience.ts';
import { whyUnavailable } from '../../../api/airport-services.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAudience } from '../../../session/use-session.ts';
import { Segmented } from '../controls/Segmented.tsx';
import { type PositionSource, positionSources } from '../map-address.ts';
import { useMapShare } from '../map-context.ts';
import { usePositionsState } from '../positions/use-positions.ts';
import styles from './SourceSwitch.module.css';

const words: Readonly<Record<PositionSource, string>> = {
  receivers: 'Receivers',
  opensky: 'OpenSky',
  states: 'Public states',
};
const callOf: Readonly<Record<PositionSource, string>> = {
  receivers: api.map.currentLocation.id,
  opensky: api.map.openSky.id,
  states: api.map.states.id,
};

export function SourceSwitch(): ReactElement {
  const { address, change } = useMapShare();
  const { error, band } = usePositionsState();
  const audience = useAudience();
  const offered = positionSources.filter((source) => permissionFor(callOf[source], audience, true) === 'yes');
  const { source } = address;
  // Errors of the receivers' call and an unreachable server are shown elsewhere.
  const trouble =
    error && source !== 'receivers'
      ? whyUnavailable(error, `${words[source]} ${source === 'states' ? 'are' : 'is'}`)
      : null;
  return (
    <>
      {offered.length > 1 ? (
        <Segmented
          legend="Positions from"
          isLegendHidden
          value={source}
          choices={offered}
          textOf={(one) => words[one]}
          onChange={(one) => change({ source: one })}
        />
      ) : null}
      {trouble ? (
        <p className={styles.trouble} role="status">
          {trouble}
        </p>
      ) : band ? (
        <p className={styles.note}>
          Altitude {formatCount(band.minM)} to {formatCount(band.maxM)} m, by zoom
        </p>
      ) : null}
    </>
  );
}
