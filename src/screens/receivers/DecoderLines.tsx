import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Receiver, Receivers } from '../../../contract/entities/receivers.ts';
import page from '../../objects/ObjectPage.module.css';
import { Panel } from '../../objects/Panel.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { decoderLines, decoderPlace, readsbLine } from './decoder-lines.ts';
import { usualPorts } from './receiver-text.ts';
import styles from './receivers.module.css';

/** What to add to the command line of each decoder, with the address of this server. */
export function DecoderLines(props: {
  readonly ports: Receivers['decoderPorts'];
  readonly receivers: readonly Receiver[];
}): ReactElement {
  const place = decoderPlace(props.ports, location.hostname);
  const beastPort = props.receivers.find(({ kind }) => kind === 'beast-listen')?.address.match(/(?<!\d)\d+$/)?.[0];
  const lines = place
    ? [...decoderLines(place), readsbLine(location.hostname, Number(beastPort ?? usualPorts['beast-listen']))]
    : [];
  return (
    <Panel title="Connect a decoder" note={place ? `${place.host}:${place.port}, UDP or TCP` : undefined}>
      <p className={page.none}>
        readsb and dump1090 serve their frames. <Link to="/addReceiver">Add a receiver</Link> of the kind Beast with the
        host of readsb and port 30005. Other decoders send to this server with one of these lines.
      </p>
      {place ? (
        <ul className={styles.lines} aria-label="Lines of decoders">
          {lines.map(({ name, line, note }) => (
            <li key={name}>
              <strong>{name}</strong>
              <code>{line}</code>
              <CopyButton text={line}>{`Copy line of ${name}`}</CopyButton>
              {note === undefined ? null : <span className={styles.dim}>{note}</span>}
            </li>
          ))}
        </ul>
      ) : (
        <p className={page.none}>No port for decoders is open. Add a receiver of the kind Decoder port.</p>
      )}
      {place?.isLocal ? (
        <p className={page.none}>
          This port accepts decoders on the server only. To accept decoders of your network, add a decoder port on
          0.0.0.0. A port has no authentication.
        </p>
      ) : null}
    </Panel>
  );
}
