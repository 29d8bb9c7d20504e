/** Texts of stored data: amounts, ages, limits. Pure. */
import {
  type AreaFacts,
  areaBudgetBytes,
  type TileSum,
  type TileSums,
  tileBudgetBytes,
} from '../../../contract/tile-keeper.ts';
import { cappedCount, counted, formatCount, sizeText } from '../../lib/format.ts';
import { ageText, utcDay, utcShort } from '../../lib/time.ts';
import { type StoredPart, storedAs } from '../../offline/device-contents.ts';
import { policy } from '../../offline/policy.ts';

/** `1,000 of 2,326 rows, 1.2 MB`, `1,000 rows of 3 aircraft, 1.2 MB`. */
export function partText({ id, isWhole, items, rows, total, bytes }: StoredPart): string {
  const { each = 'records' } = storedAs(id);
  const ofTotal = rows !== null && total !== null && total > rows ? ` of ${cappedCount(total)}` : '';
  const noun = rows === 1 && ofTotal === '' ? 'row' : 'rows';
  const count = rows === null ? null : `${isWhole ? 'all ' : ''}${formatCount(rows)}${ofTotal} ${noun}`;
  const of = items === 1 ? null : `${formatCount(items)} ${each}`;
  const what = count && of ? `${count} of ${of}` : (count ?? of);
  return [what, sizeText(bytes)].filter(Boolean).join(', ');
}

/** `14:32Z, 18 min ago`, with the date if it is not today. */
function instantWords(at: number, now: number): string {
  const day = now - at < 20 * 3600_000 ? '' : `${utcDay(at)} `;
  return `${day}${utcShort(at)}, ${ageText(now - at)} ago`;
}

/** Responses of a list stored within minutes have one age. */
const sameAgeMs = 10 * 60_000;

export function ageWords({ newestAt, oldestAt }: Pick<StoredPart, 'newestAt' | 'oldestAt'>, now: number): string {
  if (!Number.isFinite(newestAt)) return 'Age unknown';
  const newest = `From ${instantWords(newestAt, now)}`;
  return newestAt - oldestAt < sameAgeMs ? newest : `${newest}. Oldest: ${ageText(now - oldestAt)} ago`;
}

export function totalOf(sums: TileSums): TileSum {
  return Object.values(sums)
    .flatMap((zooms) => Object.values(zooms))
    .reduce<TileSum>((all, one) => ({ tiles: all.tiles + one.tiles, bytes: all.bytes + one.bytes }), {
      tiles: 0,
      bytes: 0,
    });
}
export const tilesText = ({ tiles, bytes }: TileSum): string => `${counted(tiles, 'tile')}, ${sizeText(bytes)}`;

/** `main, zoom 0 to 9, 1,240 of 1,240 tiles, 18.2 MB`. */
export function areaText({ layer, minZoom, maxZoom, held, tiles, bytes }: AreaFacts): string {
  const zooms = minZoom === maxZoom ? `zoom ${minZoom}` : `zoom ${minZoom} to ${maxZoom}`;
  return `${layer}, ${zooms}, ${formatCount(held)} of ${tilesText({ tiles, bytes })}`;
}

const hours = (ms: number): string => `${ms / 3600_000} hours`;
/** Limits of size and age. */
export const limits: readonly string[] = [
  `Each list: the ${formatCount(policy.prefetchRows)} newest rows of the default view and the pages you opened. Aircraft and airlines: up to ${formatCount(policy.longListRows)}. Airports: all.`,
  `Up to ${sizeText(policy.maxBytes)} and ${formatCount(policy.maxPages)} list pages, for up to ${policy.maxPageAgeMs / 86_400_000} days. The oldest are removed first.`,
  `Last positions on the map are shown for ${hours(policy.positionsMaxAgeMs)}.`,
  `Map tiles: up to ${sizeText(tileBudgetBytes)}, including ${sizeText(areaBudgetBytes)} for offline areas. The least recently used are removed first.`,
  `Logging out deletes your rows. When a session expires they are locked, then deleted after ${hours(policy.lockedMaxAgeMs)} or when another user logs in.`,
  'Map tiles and offline areas stay after logout. A private window deletes everything when closed.',
];
