/**
 * What is stored, as words: how each part is called, where it is shown, how old it is, and what the limits are. Pure.
 * Must not: read the device or the clock.
 */
import { api } from '../../../contract/api.ts';
import {
  type AreaFacts,
  areaBudgetBytes,
  type TileSum,
  type TileSums,
  tileBudgetBytes,
} from '../../../contract/tile-keeper.ts';
import { formatCount, sizeText } from '../../lib/format.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { ageText, utcDay, utcShort } from '../../lib/time.ts';
import { type HeldPart, positionsPart } from '../../offline/device-contents.ts';
import { policy } from '../../offline/policy.ts';

/** `to` = where it is shown, when one address shows all of it. `each` = what there is one list or answer of. */
type PartName = { readonly title: string; readonly to?: string; readonly each?: string };

const { menu, statistics } = specTexts;
/** Lists are called as their screens are (a test holds both together). */
const names: Readonly<Record<string, PartName>> = {
  [api.acarsMessage.allUsers.id]: { title: 'ACARS raw (all data)', to: '/akrxAll' },
  [api.acarsMessage.company.id]: { title: menu.acarsRaw, to: '/akrx' },
  [api.acarsMessage.withExtData.id]: { title: menu.acarsPerAircraft, to: '/acarsWithExtData' },
  [api.acarsMessage.withExtDataCompany.id]: { title: menu.acarsPerAircraftCustomer, to: '/acarsWithExtDataCompany' },
  [api.acarsMessage.adsb.id]: { title: 'ADSB (all data)', to: '/adsb' },
  [api.acarsMessage.adsbCompany.id]: { title: menu.adsbMessages, to: '/adsbCompany' },
  [api.airport.list.id]: { title: 'Airports', to: '/airports' },
  [api.aircraft.list.id]: { title: 'Aircraft', to: '/aircraft' },
  [api.aircraft.inAirline.id]: { title: 'Aircraft of an airline', each: 'airlines' },
  [api.airline.list.id]: { title: 'Airlines', to: '/airlines' },
  [api.flight.ofAircraft.id]: { title: 'Flights of an aircraft', each: 'aircraft' },
  [api.account.users.id]: { title: 'Users', to: '/user' },
  [api.station.byId.id]: { title: 'Station details', each: 'stations' },
  [api.station.feederHistory.id]: { title: 'Feeder histories', each: 'stations' },
  [api.station.locationHistory.id]: { title: 'Location histories', each: 'stations' },
  [api.station.list.id]: { title: 'Stations', to: '/statistics' },
  [api.station.status.id]: { title: statistics.stationsStatus, to: '/statistics' },
  [api.station.frameSize.id]: { title: statistics.stationsFrameSize, to: '/statistics' },
  [api.station.health.id]: { title: 'Station status', to: '/stationStatus', each: 'views' },
  [positionsPart]: { title: 'Last positions on the map', each: 'maps' },
};

/** A part that a newer version brought is there, whatever it is. */
export const nameOf = (id: string): PartName => names[id] ?? { title: `Other answers (${id})` };

/** `1,000 rows of 3 aircraft, 1.2 MB`. */
export function partWords({ id, isWhole, items, rows, bytes }: HeldPart): string {
  const { each = 'answers' } = nameOf(id);
  const count = rows === null ? null : `${isWhole ? 'all ' : ''}${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;
  const of = items === 1 ? null : `${formatCount(items)} ${each}`;
  const what = count && of ? `${count} of ${of}` : (count ?? of);
  return [what, sizeText(bytes)].filter(Boolean).join(', ');
}

/** `14:32Z, 18 min ago`, the day where it is another. */
function instantWords(at: number, now: number): string {
  const day = now - at < 20 * 3600_000 ? '' : `${utcDay(at)} `;
  return `${day}${utcShort(at)}, ${ageText(now - at)} ago`;
}

/** Answers of one list that came within minutes are of one age. */
const sameAgeMs = 10 * 60_000;

export function ageWords({ newestAt, oldestAt }: Pick<HeldPart, 'newestAt' | 'oldestAt'>, now: number): string {
  if (!Number.isFinite(newestAt)) return 'Age not known';
  const newest = `From ${instantWords(newestAt, now)}`;
  return newestAt - oldestAt < sameAgeMs ? newest : `${newest}; the oldest ${ageText(now - oldestAt)} ago`;
}

export function totalOf(sums: TileSums): TileSum {
  return Object.values(sums)
    .flatMap((zooms) => Object.values(zooms))
    .reduce<TileSum>((all, one) => ({ tiles: all.tiles + one.tiles, bytes: all.bytes + one.bytes }), {
      tiles: 0,
      bytes: 0,
    });
}
export const tilesText = ({ tiles, bytes }: TileSum): string =>
  `${formatCount(tiles)} ${tiles === 1 ? 'tile' : 'tiles'}, ${sizeText(bytes)}`;

/** `main, zoom 0 to 9, 1,240 of 1,240 tiles, 18.2 MB`. */
export function areaWords({ layer, minZoom, maxZoom, held, tiles, bytes }: AreaFacts): string {
  const zooms = minZoom === maxZoom ? `zoom ${minZoom}` : `zoom ${minZoom} to ${maxZoom}`;
  return `${layer}, ${zooms}, ${formatCount(held)} of ${tilesText({ tiles, bytes })}`;
}

const hours = (ms: number): string => `${ms / 3600_000} hours`;
/** How much is kept, and how long. */
export const limits: readonly string[] = [
  `Of each list the ${formatCount(policy.slabRows)} newest rows of its default view, and the pages that you looked at; of aircraft and airlines up to ${formatCount(policy.wholeRows)}, of airports all.`,
  `At most ${sizeText(policy.maxBytes)} and ${formatCount(policy.maxPages)} answers of lists; the oldest make room, and none stays longer than ${policy.maxPageAgeMs / 86_400_000} days.`,
  `Last positions on the map are shown for ${hours(policy.positionsKeptMs)}.`,
  `Map tiles up to ${sizeText(tileBudgetBytes)}, of these ${sizeText(areaBudgetBytes)} for kept areas; the least recently used make room.`,
  `When you log out, your rows are removed at once. When your session expires they are locked, and removed after ${hours(policy.keepLockedMs)} or when somebody else logs in.`,
  'Map tiles and kept areas belong to the device and stay after a log-out. A private window forgets everything when it is closed.',
];
