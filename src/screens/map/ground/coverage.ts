/** Coverage on the map: the request, its cells as features, and its words. Own file: tested without a map. */
import { useQuery } from '@tanstack/react-query';
import type { Feature, FeatureCollection, MultiPolygon, Position } from 'geojson';
import { api } from '../../../../contract/api.ts';
import type { Coverage } from '../../../../contract/entities/map.ts';
import { readKnown } from '../../../../contract/known-values.ts';
import { parseInstant } from '../../../../contract/params.ts';
import { companyQuery } from '../../../data/company-query.ts';
import { type ApiResponse, resource } from '../../../data/resource.ts';
import { readAny } from '../../../data/response.ts';
import { send, serverNow } from '../../../data/send.ts';
import { coordinatesText, formatCount, measured } from '../../../lib/format.ts';
import { utcMoment } from '../../../lib/time.ts';
import { useMapShare } from '../map-context.ts';

const refreshMs = 10 * 60_000;
const call = api.map.coverage;

/** Steps of opacity: from so many positions in a cell. */
export const coverageSteps = [
  { from: 1, opacity: 0.14 },
  { from: 5, opacity: 0.26 },
  { from: 25, opacity: 0.4 },
  { from: 100, opacity: 0.56 },
] as const;

type CoverageState = {
  readonly response: ApiResponse<Coverage> | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

/** Requested while the layer is on. Offline the last one. */
export function useCoverage(): CoverageState {
  const { display, company } = useMapShare();
  const { data, isError, refetch } = useQuery({
    ...resource<Coverage>({
      key: [call.id, company],
      request: (config) => send(call, { query: companyQuery(company), ...config }, readAny),
      read: (body) => readKnown(call.response, body),
      timeOf: (body) => parseInstant(String((body as { asOf?: unknown } | null)?.asOf)),
      copy: { call, variant: company === null ? 'all' : 'company' },
    }),
    enabled: display.hasCoverage,
    refetchInterval: refreshMs,
    staleTime: refreshMs,
    meta: { isQuiet: true },
  });
  const isOn = display.hasCoverage;
  return { response: (isOn && data) || null, hasFailed: isOn && isError, retry: () => void refetch() };
}

type Step = { readonly step: number };

/** One feature per step: thousands of features would cost more than their cells. Pure. */
export function coverageFeatures({ cells, cellDeg }: Pick<Coverage, 'cells' | 'cellDeg'>): FeatureCollection {
  const polygons: Position[][][][] = coverageSteps.map(() => []);
  for (const [row, column, count] of cells) {
    const step = coverageSteps.findLastIndex(({ from }) => count >= from);
    const [south, west] = [row * cellDeg, column * cellDeg];
    const [north, east] = [south + cellDeg, west + cellDeg];
    polygons[step]?.push([
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]);
  }
  return {
    type: 'FeatureCollection',
    features: polygons.map(
      (coordinates, step): Feature<MultiPolygon, Step> => ({
        type: 'Feature',
        properties: { step },
        geometry: { type: 'MultiPolygon', coordinates },
      }),
    ),
  };
}

/** What the cells show, in words. Pure. */
export function coverageText({ cells, cellDeg, positions, hours, isSampled }: Coverage): string {
  const [first] = cells;
  if (!first) return `No positions are stored of the last ${measured(hours, 'h')}.`;
  let [south, north, west, east] = [first[0], first[0], first[1], first[1]];
  let densest = first;
  for (const cell of cells) {
    const [row, column, count] = cell;
    [south, north] = [Math.min(south, row), Math.max(north, row)];
    [west, east] = [Math.min(west, column), Math.max(east, column)];
    if (count > densest[2]) densest = cell;
  }
  const at = (row: number, column: number): string => coordinatesText({ lat: row * cellDeg, lon: column * cellDeg });
  return [
    `${formatCount(positions)} positions of ${measured(hours, 'h')} in ${formatCount(cells.length)} cells of ${cellDeg}°${isSampled ? ', the newest of each hour' : ''}.`,
    `From ${at(south, west)} to ${at(north + 1, east + 1)}.`,
    `Most, ${formatCount(densest[2])}, at ${at(densest[0], densest[1])}.`,
  ].join(' ');
}

/** Of a stored copy. */
export const coverageAge = ({ source, dataAt }: ApiResponse<Coverage>): string =>
  source === 'stored' ? ` Stored on this device, as of ${utcMoment(dataAt, serverNow())}.` : '';
