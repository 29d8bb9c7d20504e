/** Ranges of the chosen stations: the request, features and texts. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Feature, FeatureCollection } from 'geojson';
import { api } from '../../../../contract/api.ts';
import type { StationOutline } from '../../../../contract/entities/map.ts';
import { readKnown } from '../../../../contract/known-values.ts';
import { outlinePoints } from '../../../charts/small-map/view.ts';
import { type ApiResponse, resource } from '../../../data/resource.ts';
import { readAny } from '../../../data/response.ts';
import { send } from '../../../data/send.ts';
import { oneLine } from '../../../lib/format.ts';
import { useAudience } from '../../../session/use-session.ts';
import { shortSpans } from '../../../stations/rose-shape.ts';
import { useMapShare } from '../map-context.ts';

const refreshMs = 10 * 60_000;
const call = api.map.ranges;

const rangesQuery = (chosen: readonly string[] | null) =>
  resource<readonly StationOutline[]>({
    key: [call.id, chosen?.join() ?? null],
    request: (config) => send(call, { query: chosen ? { stationId: chosen.join() } : {}, ...config }, readAny),
    read: (body) => readKnown(call.response, body).stations,
    // Of the choices one copy: the stations chosen last.
    copy: { call, variant: chosen ? 'chosen' : 'own' },
  });

/** null = none chosen, or none received yet. Without a response there are none and no error. */
export function useRanges(): ApiResponse<readonly StationOutline[]> | null {
  const { display } = useMapShare();
  const audience = useAudience();
  // By default those that the user feeds, for an admin none.
  const chosen = display.ranges ?? (audience === 'admin' ? [] : null);
  const isRequested = chosen === null || chosen.length > 0;
  const { data } = useQuery({
    ...rangesQuery(chosen),
    enabled: isRequested,
    placeholderData: chosen ? keepPreviousData : undefined,
    refetchInterval: refreshMs,
    meta: { isQuiet: true },
  });
  if (!isRequested || data === undefined) return null;
  return chosen === null ? data : { ...data, value: data.value.filter(({ stationId }) => chosen.includes(stationId)) };
}

// ---- features and texts

/** A difference of 25 % from the month is reported. */
const usualShare = 0.75;
const mostNamed = 3;

/** An area per range (`is` = day or month) and a point per station. */
export function rangeFeatures(stations: readonly StationOutline[]): FeatureCollection {
  return { type: 'FeatureCollection', features: stations.flatMap(featuresOf) };
}

function featuresOf(station: StationOutline): Feature[] {
  const { latitude: lat, longitude: lon, stationId, city } = station;
  const areas = (['month', 'day'] as const).flatMap((is): Feature[] => {
    const ring = outlinePoints({ lat, lon }, station[is]).map((at) => [at.lon, at.lat]);
    const [first] = ring;
    if (!first) return [];
    return [{ type: 'Feature', properties: { is }, geometry: { type: 'Polygon', coordinates: [[...ring, first]] } }];
  });
  const label = oneLine(city ? `${stationId} ${city}` : stationId);
  return [
    ...areas,
    { type: 'Feature', properties: { is: 'station', label }, geometry: { type: 'Point', coordinates: [lon, lat] } },
  ];
}

/** `Range of 1001, 24 h`. */
export function rangeTitle(stations: readonly StationOutline[]): string {
  const names = stations.map(({ stationId }) => stationId);
  const of = names.length > mostNamed ? `${names.length} stations` : names.join(', ');
  return `${names.length === 1 ? 'Range' : 'Ranges'} of ${of}, 24 h`;
}

/** A sentence per station whose range differs from its month. */
export const rangeFindings = (stations: readonly StationOutline[]): string[] =>
  stations.flatMap(({ stationId, day, month }) => {
    const spans = shortSpans(day, month, usualShare);
    return spans.length === 0 ? [] : [`Range of ${stationId} is less than in 30 days: ${spans.join(', ')}.`];
  });
