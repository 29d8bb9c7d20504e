/** A mention of an aircraft, station or airport: a link to its page, plain text for an audience without access. No style imports: unit tests load list definitions. */

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { permissionFor } from '../../contract/audience.ts';
import { foldCase } from '../../contract/filters.ts';
import type { StationNames } from '../../contract/station-names.ts';
import { stationNamesQuery, stationsQuery } from '../data/stations.ts';
import { oneLine } from '../lib/format.ts';
import { useAudience } from '../session/use-session.ts';
import { type ObjectKind, objectPages } from './object-paths.ts';

type ObjectLinkProps = {
  readonly to: ObjectKind;
  /** null = unknown: plain text. */
  readonly id: string | null | undefined;
  /** The caller feeds this station: pages limited to own data open too. */
  readonly isOwn?: boolean;
  /** Default: the id. */
  readonly children?: ReactNode;
  /** Accessible name, where the text alone does not name the object. */
  readonly name?: string;
  /** Search parameters of the page. */
  readonly search?: Readonly<Record<string, string>>;
  readonly className?: string | undefined;
  /** false in a grid, which has one Tab stop. */
  readonly isTabStop?: boolean | undefined;
};

/** Address of an object's page. null = unknown, or the audience may not open it. */
export function useObjectPath(to: ObjectKind, isOwn = false): (id: string) => string | null {
  const { path: pathOf, call } = objectPages[to];
  const permission = permissionFor(call ?? '', useAudience(), true);
  return (id) => (permission === 'yes' || (permission === 'own' && isOwn) ? pathOf(id) : null);
}

export function ObjectLink(props: ObjectLinkProps): ReactElement {
  const { to, id, children = oneLine(id ?? '') } = props;
  const path = useObjectPath(to, props.isOwn)(id ?? '');
  if (path === null) return <>{children}</>;
  return (
    <Link
      to={path}
      search={(props.search ?? {}) as never}
      aria-label={props.name}
      className={props.className}
      tabIndex={props.isTabStop === false ? -1 : undefined}
    >
      {children}
    </Link>
  );
}

type FlightLinkProps = {
  readonly tail: string | null;
  readonly flight: string | null;
  /** Any instant of the flight. */
  readonly at: string;
  readonly isTabStop?: boolean | undefined;
};

/** A mention of a flight: the leg of its aircraft at that time. */
export function FlightLink({ tail, flight, at, isTabStop }: FlightLinkProps): ReactElement | null {
  if (!flight) return null;
  return (
    <ObjectLink to="tail" id={tail} search={{ leg: at }} isTabStop={isTabStop}>
      {oneLine(flight)}
    </ObjectLink>
  );
}

/** An end of a flight. Only ICAO codes have pages. */
export function AirportLink({ code }: { readonly code: string | null }): ReactElement {
  if (code === null || !/^[A-Z]{4}$/.test(code)) return <>{oneLine(code ?? '?')}</>;
  return <ObjectLink to="airport" id={code} />;
}

// ---- station number or receiver name: a feeder gets a link for the own stations only

type Own = readonly { readonly stationId: string }[];
type Names = readonly StationNames[];
const none: Own & Names = [];
/** Cached per pair of responses: every row of a list needs it. */
const known = new WeakMap<Own, WeakMap<Names, ReadonlySet<string>>>();

/** Numbers of `own`, and the names of their receivers. Folded. */
export function ownNames(own: Own = none, names: Names = none): ReadonlySet<string> {
  const ofOwn = known.get(own) ?? new WeakMap<Names, ReadonlySet<string>>();
  const found = ofOwn.get(names) ?? namesOf(own, names);
  known.set(own, ofOwn.set(names, found));
  return found;
}

function namesOf(own: Own, names: Names): ReadonlySet<string> {
  const numbers = new Set(own.map(({ stationId }) => foldCase(stationId)));
  const receivers = names.filter(({ stationId }) => numbers.has(foldCase(stationId))).flatMap((one) => one.receivers);
  return new Set([...numbers, ...receivers.map(foldCase)]);
}

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
