/** Name, state and facts of the aircraft, and links to everything else about it. */
import { IconLink, IconMap, IconMessages, IconPlaneInflight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { api } from '../../../contract/api.ts';
import { permissionFor } from '../../../contract/audience.ts';
import type { Tail } from '../../../contract/entities/tail.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { rawListPath } from '../../objects/object-paths.ts';
import { WatchButton } from '../../objects/WatchButton.tsx';
import { useAudience } from '../../session/use-session.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import styles from './Tail.module.css';
import { stateOf } from './tail-state.ts';

type Props = { readonly name: string; readonly tail: Tail; readonly now: number; readonly isNow: boolean };

export function TailHeader({ name, tail, now, isNow }: Props): ReactElement {
  const audience = useAudience();
  const state = stateOf(tail, now, isNow);
  const may = (id: string): boolean => permissionFor(id, audience, true) === 'yes';
  const { aircraft, address, faults } = tail;
  const map = audience === 'customer' ? '/openstreetMapCompany' : '/openstreetMap';
  return (
    <header className={styles.top}>
      <div className={styles.who}>
        <div className={styles.names}>
          <h1 className={styles.title} dir="auto">
            {oneLine(name)}
          </h1>
          <StateBadge kind={state.kind} word={state.word}>
            {state.detail}
          </StateBadge>
          {faults.length > 0 ? (
            <StateBadge kind="warn" word={counted(faults.length, 'ATA chapter')}>
              with faults
            </StateBadge>
          ) : null}
        </div>
        <p className={styles.known}>{knownText(tail)}</p>
      </div>
      <nav className={styles.links} aria-label={`More about ${oneLine(name)}`}>
        <WatchButton object={{ kind: 'tail', id: tail.registration ?? address ?? name }} name={oneLine(name)} />
        <PlainButton onClick={() => void copyAddress()}>
          <IconLink size={16} aria-hidden="true" />
          Copy link
        </PlainButton>
        <Link to={rawListPath(audience)} search={rawSearch(tail) as never} className={styles.link}>
          <IconMessages size={16} aria-hidden="true" />
          Raw messages
        </Link>
        {aircraft && may(api.flight.ofAircraft.id) ? (
          <Link to={`/flights/${aircraft.aircraftId}`} className={styles.link}>
            <IconPlaneInflight size={16} aria-hidden="true" />
            Flights
          </Link>
        ) : null}
        {address !== null && may(api.map.currentLocation.id) ? (
          <Link to={map} search={{ icao: address } as never} className={styles.link} data-main="true">
            <IconMap size={16} aria-hidden="true" />
            On the map
          </Link>
        ) : null}
      </nav>
    </header>
  );
}

/** By registration where messages have one: few messages contain the address. */
const rawSearch = ({ registration, address }: Tail): Readonly<Record<string, string>> =>
  registration !== null ? { tail: registration } : address !== null ? { icao: address } : {};

function knownText({ aircraft, address }: Tail): string {
  const codes = [aircraft?.airlineIata, aircraft?.airlineIcao].filter(Boolean).join(', ');
  const type = aircraft && (aircraft.aircraftType ?? aircraft.typeCode);
  const parts = [
    type && aircraft.typeCode && aircraft.typeCode !== type ? `${type} (${aircraft.typeCode})` : type,
    aircraft?.airlineName && (codes ? `${aircraft.airlineName} (${codes})` : aircraft.airlineName),
    address && `ICAO ${address}`,
    aircraft?.serialNumber && `serial ${aircraft.serialNumber}`,
    aircraft?.manufactureDate && `built ${aircraft.manufactureDate.slice(0, 4)}`,
    aircraft ? null : 'No aircraft on record',
  ];
  return oneLine(parts.filter(Boolean).join(' · '));
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify({ title: 'Link copied', kind: 'done' });
  } catch {
    notify({ title: 'The browser blocked copying.', text: 'Copy the address of the page by hand.', kind: 'warn' });
  }
}
