/** Where a found thing leads: its page, the map, its messages. Pure. */
import { type Audience, permissionFor } from '../../contract/audience.ts';
import type { FindStation } from '../../contract/entities/find.ts';
import type { FoundObject } from '../data/find-objects.ts';
import type { ReceivedAircraft } from '../find/aircraft.ts';
import { type Entry, type Flight, type FoundAirport, type FoundLabel, nameOfAircraft } from '../find/entries.ts';
import type { Help, Setting } from '../find/help.ts';
import type { AnsweringList } from '../find/question.ts';
import { type ObjectKind, objectPages, tailPath } from '../objects/object-paths.ts';
import type { ActionName, Screen } from './go-to-index.ts';
import { docsPath, type IconName, menus } from './menus.ts';
import { isOpen } from './route-guard.ts';

export type Texts = Readonly<Record<string, string>>;
/** `document` = the address of a page of /docs, in a window of its own. */
export type Target =
  | { readonly to: string; readonly search?: Texts }
  | { readonly action: ActionName; readonly to?: undefined; readonly document?: undefined }
  | { readonly document: string; readonly to?: undefined };
/** `messages` = Tab, `onMap` = Ctrl Enter. Absent = there is none for this audience. */
export type Targets = { readonly open: Target; readonly messages?: Target; readonly onMap?: Target };

const pathOfMenu = (audience: Audience, icon: IconName): string | null =>
  menus[audience].find((item) => item.icon === icon)?.to ?? null;

/** Messages that match a filter, in the list of messages of the audience. */
function messagesWith(audience: Audience, search: Texts): Target | null {
  const to = pathOfMenu(audience, 'raw');
  return to === null ? null : { to, search };
}

const menuOfList = { raw: 'raw', perAircraft: 'aircraftMessages', adsb: 'adsb' } as const;
/** The list of the audience that answers questions, or the dialogue of an aircraft. null = the audience has none. */
export function targetOfList(audience: Audience, list: AnsweringList | 'dialogue', tail = ''): string | null {
  if (list === 'faults') return isOpen('/faults', audience) ? '/faults' : null;
  if (list !== 'dialogue') return pathOfMenu(audience, menuOfList[list]);
  const page = tailPath(tail);
  const to = page && `${page}/dialogue`;
  return to !== null && isOpen(to, audience) ? to : null;
}

function mapWith(audience: Audience, search: Texts): Target | null {
  const to = pathOfMenu(audience, 'map');
  return to === null ? null : { to, search };
}

/** The page of an object, where there is one that the audience may open. */
function pageOf(audience: Audience, kind: ObjectKind, id: string, isOwn = false): Target | null {
  const { path: pathOf, call } = objectPages[kind];
  const permission = call === null ? 'no' : permissionFor(call, audience, true);
  const to = permission === 'yes' || (permission === 'own' && isOwn) ? pathOf(id) : null;
  return to !== null && isOpen(to, audience) ? { to } : null;
}

function targetsOf(open: Target | null, messages: Target | null, onMap: Target | null): Targets | null {
  const first = open ?? messages ?? onMap;
  return first && { open: first, ...(messages ? { messages } : {}), ...(onMap ? { onMap } : {}) };
}

function ofAircraft(audience: Audience, aircraft: ReceivedAircraft): Targets | null {
  const { tail, address } = aircraft;
  return targetsOf(
    pageOf(audience, 'tail', nameOfAircraft(aircraft)),
    messagesWith(audience, tail === '' ? { icao: address } : { tail }),
    address === '' ? null : mapWith(audience, { icao: address }),
  );
}

function ofFlight(audience: Audience, { flight, aircraft }: Flight): Targets | null {
  const { address } = aircraft;
  return targetsOf(
    null,
    messagesWith(audience, { flight }),
    address === '' ? null : mapWith(audience, { icao: address }),
  );
}

function ofStation(audience: Audience, { stationId, state }: FindStation): Targets | null {
  const isOwn = state !== null;
  const status = isOwn ? { to: '/stationStatus', search: { stationId } } : null;
  return targetsOf(
    pageOf(audience, 'station', stationId, isOwn) ?? status,
    messagesWith(audience, { stationId }),
    null,
  );
}

function ofAirport(audience: Audience, { airportId, icao, lat, lon }: FoundAirport): Targets | null {
  const row = `/airports/${airportId}`;
  return targetsOf(
    (icao === '' ? null : pageOf(audience, 'airport', icao)) ?? (isOpen(row, audience) ? { to: row } : null),
    null,
    mapWith(audience, { z: '8', lat: String(lat), lon: String(lon), ...(icao === '' ? {} : { airport: icao }) }),
  );
}

const settingTarget = (audience: Audience, { to, search }: Setting): Targets | null =>
  isOpen(to, audience) ? { open: { to, ...(search ? { search } : {}) } } : null;

/** null = nothing that the audience may open. */
export function targetsOfEntry(audience: Audience, { kind, item }: Entry): Targets | null {
  switch (kind) {
    case 'aircraft':
      return ofAircraft(audience, item as ReceivedAircraft);
    case 'flight':
      return ofFlight(audience, item as Flight);
    case 'station':
      return ofStation(audience, item as FindStation);
    case 'airport':
      return ofAirport(audience, item as FoundAirport);
    case 'label':
      return targetsOf(null, messagesWith(audience, { label: (item as FoundLabel).label }), null);
    case 'screen':
      return { open: { to: (item as Screen).to } };
    case 'action':
      return { open: { action: item as ActionName } };
    case 'setting':
      return settingTarget(audience, item as Setting);
    case 'help':
      return { open: { document: `${docsPath}/${(item as Help).at}` } };
  }
}

/** null = the audience may not open it. */
export function targetOfObject(audience: Audience, { kind, id, hint }: FoundObject): Target | null {
  const page =
    kind === 'aircraft'
      ? pageOf(audience, 'tail', hint)
      : kind === 'airport'
        ? pageOf(audience, 'airport', hint)
        : null;
  const paths = {
    airport: `/airports/${id}`,
    aircraft: `/flights/${id}`,
    airline: `/aircraft/${id}`,
    user: `/updateUser/${encodeURIComponent(id)}`,
  } as const;
  return page ?? (isOpen(paths[kind], audience) ? { to: paths[kind] } : null);
}

export type ListRow = { readonly label: string; readonly note: string; readonly icon: IconName; readonly open: Target };

/** `station 1001` is a station, also `receiver RX-1`, `tail N1`, `flight RO1`. Without such a word the kind is open. */
const kinds = { station: 'station', receiver: 'station', tail: 'tail', aircraft: 'tail', flight: 'flight' } as const;
type Kind = (typeof kinds)[keyof typeof kinds];
export function readWords(text: string): { readonly kind: Kind | null; readonly word: string } {
  const [, first = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(text.trim()) ?? [];
  const kind = Object.entries(kinds).find(([name]) => name === first.toLowerCase())?.[1];
  return kind ? { kind, word: rest.trim() } : { kind: null, word: text.trim() };
}

const maxWordLength = 40;
/** Longer words are no tail and no flight. */
const maxCodeLength = 8;
/** What a tail, a flight or a station could be. */
const couldBeCode = /^\S*$/;

/** Lists of messages filtered by the typed word, digits as a station first. `stations` = found ones. */
export function listRows(audience: Audience, typed: string, stations: readonly FindStation[]): readonly ListRow[] {
  const { kind, word } = readWords(typed);
  const raw = menus[audience].find(({ icon }) => icon === 'raw');
  if (!raw || word === '' || word.length > maxWordLength || !couldBeCode.test(word)) return [];
  const one = (label: string, icon: IconName, search: Texts): ListRow => ({
    label,
    note: raw.label,
    icon,
    open: { to: raw.to, search },
  });
  const code = word.toUpperCase();
  const tail = one(`Messages for tail ${code}`, 'aircraftMessages', { tail: code });
  const flight = one(`Messages for flight ${code}`, 'aircraftMessages', { flight: code });
  const [first] = stations;
  const station = first
    ? stationRows(audience, first, word, one)
    : [one(`Messages for station ${word}`, 'station', { stationId: word })];
  if (kind === 'station') return station;
  if (kind === 'tail') return [tail];
  if (kind === 'flight') return [flight];
  const codes = code.length <= maxCodeLength ? [tail, flight] : [];
  return first || /^\d+$/.test(word) ? [...station, ...codes] : [...codes, ...station];
}

/** Messages for the station, or for the one receiver whose name was typed. */
function stationRows(
  audience: Audience,
  { stationId, receivers }: FindStation,
  word: string,
  one: (label: string, icon: IconName, search: Texts) => ListRow,
): readonly ListRow[] {
  const receiver = receivers.find((name) => name !== stationId && name.toLowerCase().startsWith(word.toLowerCase()));
  const id = receiver ?? stationId;
  const what = receiver === undefined ? `station ${id}` : `receiver ${id}`;
  const adsb = menus[audience].find(({ icon }) => icon === 'adsb');
  return [
    one(`Messages for ${what}`, 'station', { stationId: id }),
    ...(adsb
      ? [
          {
            label: `ADS-B messages for ${what}`,
            note: adsb.label,
            icon: adsb.icon,
            open: { to: adsb.to, search: { stationId: id } },
          },
        ]
      : []),
  ];
}
