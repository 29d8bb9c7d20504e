/** Latest ACARS messages of an aircraft and links to its lists, as far as the audience may see them (MAP-08, C112). */
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../contract/api.ts';
import type { AcarsPerAircraft } from '../../../../contract/entities/messages.ts';
import { describeMessage, type MessageWords } from '../../../../decoder/message-words.ts';
import { type ListPage, listQuery } from '../../../api/list-resource.ts';

const fewMessages = 5;
/** Several stations receive one message, and one report has several blocks. */
const requestedRows = 20;
const sameMs = 60_000;
const windowHours = 24;
export const latestWindow = 'the last 24 hours';

export type LatestMessages = {
  readonly page: ListPage<AcarsPerAircraft> | null;
  readonly hasFailed: boolean;
};

/** By address or tail, as the server matches them (decision 17). `company` null = the map of all data. Stored copies offline. */
export function useLatestMessages(icao: string, company: string | null): LatestMessages {
  const request = {
    filters: { modeS: icao },
    window: { hours: windowHours },
    sort: null,
    offset: 0,
    limit: requestedRows,
  } as const;
  const { data, isError } = useQuery({
    ...(company === null
      ? listQuery(api.acarsMessage.withExtData, request)
      : listQuery(api.acarsMessage.withExtDataCompany, request, company === '' ? {} : { company })),
    meta: { isQuiet: true },
  });
  return { page: (data ?? null) as ListPage<AcarsPerAircraft> | null, hasFailed: isError };
}

/** A message in words, once for all of its receptions and blocks. */
export type ShownMessage = MessageWords & { readonly row: AcarsPerAircraft; readonly text: string };

/** Newest first. Pure. */
export function shownMessages(rows: readonly AcarsPerAircraft[]): readonly ShownMessage[] {
  const shown: ShownMessage[] = [];
  for (const row of rows) {
    const text = row.aggregatedText ?? row.text ?? '';
    const words = describeMessage(row.label, text);
    const isAgain = shown.some(
      (one) =>
        one.row.label === row.label &&
        one.words === words.words &&
        (one.text === text || words.kind !== 'other') &&
        Math.abs(Date.parse(one.row.acarsDateTime) - Date.parse(row.acarsDateTime)) <= sameMs,
    );
    if (!isAgain) shown.push({ row, text, ...words });
  }
  return shown.slice(0, fewMessages);
}

type ListLink = {
  readonly label: string;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
};

/** Lists that can be filtered by this aircraft. Pure. */
export function listLinks(icao: string, aircraftId: number | null, isCompanyMap: boolean): readonly ListLink[] {
  if (isCompanyMap)
    return [
      { label: 'ACARS raw', to: '/akrx', search: { icao } },
      { label: 'ACARS per aircraft', to: '/acarsWithExtDataCompany', search: { modeS: icao } },
      { label: 'ADS-B', to: '/adsbCompany', search: { icao } },
    ];
  return [
    { label: 'ACARS raw', to: '/akrxAll', search: { icao } },
    { label: 'ACARS per aircraft', to: '/acarsWithExtData', search: { modeS: icao } },
    { label: 'ADS-B', to: '/adsb', search: { icao } },
    ...(aircraftId === null ? [] : [{ label: 'Flights', to: `/flights/${aircraftId}`, search: {} }]),
  ];
}
