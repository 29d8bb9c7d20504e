/**
 * Where positions come from (C111): one of three is polled. Only for those who may make the calls of the others.
 * Must not: poll; the address holds the choice.
 */
import { type ReactElement, useId } from 'react';
import { api } from '../../../../contract/api.ts';
import { permissionFor } from '../../../../contract/audience.ts';
import { whyUnavailable } from '../../../api/airport-services.ts';
import { formatCount } from '../../../lib/format.ts';
import { useAudience } from '../../../session/use-session.ts';
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
  const name = useId();
  const offered = positionSources.filter((source) => permissionFor(callOf[source], audience, true) === 'yes');
  const { source } = address;
  // What the receivers' call says, and that the server is not reached, is told elsewhere.
  const trouble =
    error && source !== 'receivers'
      ? whyUnavailable(error, `${words[source]} ${source === 'states' ? 'are' : 'is'}`)
      : null;
  return (
    <>
      {offered.length > 1 ? (
        <fieldset className={styles.sources}>
          <legend className="dl-hidden">Positions from</legend>
          {offered.map((one) => (
            <label key={one} data-checked={one === source || undefined}>
              <input type="radio" name={name} checked={one === source} onChange={() => change({ source: one })} />
              {words[one]}
            </label>
          ))}
        </fieldset>
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
