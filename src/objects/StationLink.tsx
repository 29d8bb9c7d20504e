/** A mention of a station number or receiver name that may be the caller's: a feeder gets a link for the own stations only. No style imports: unit tests load list definitions. */
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactElement } from 'react';
import { permissionFor } from '../../contract/audience.ts';
import { foldCase } from '../../contract/filters.ts';
import { stationNamesQuery } from '../api/station-names.ts';
import { stationsQuery } from '../api/stations.ts';
import { useAudience } from '../session/use-session.ts';
import { ObjectLink } from './ObjectLink.tsx';
import { objectPages } from './object-paths.ts';
import { ownNames } from './own-stations.ts';

type Props = Omit<ComponentProps<typeof ObjectLink>, 'to' | 'isOwn'>;

export function StationLink(props: Props): ReactElement {
  const isLimited = permissionFor(objectPages.station.call ?? '', useAudience(), true) === 'own';
  return isLimited && props.id ? <OwnStationLink {...props} /> : <ObjectLink to="station" {...props} />;
}

const freshMs = 10 * 60_000;
/** A list without these links is complete. */
const quiet = { staleTime: freshMs, refetchOnWindowFocus: false, meta: { isQuiet: true } } as const;

function OwnStationLink(props: Props): ReactElement {
  const { data: own } = useQuery({ ...stationsQuery(), ...quiet });
  const { data: names } = useQuery({ ...stationNamesQuery(), ...quiet });
  const known = ownNames(own?.value, names?.value);
  return <ObjectLink to="station" {...props} isOwn={known.has(foldCase(props.id?.trim() ?? ''))} />;
}
