/** Tolerant reader of GET /Station/{id}: other servers omit fields or send numbers as text. Pure. */
import { parseInstant, writeInstant } from '../../../contract/params.ts';

/** Texts, '' = unknown. Instants as `YYYY-MM-DDTHH:mm:ssZ`. */
export type StationTexts = Readonly<Record<StationField, string>>;
const fields = [
  'id',
  'stationId',
  'latitude',
  'longitude',
  'locationStartDate',
  'city',
  'country',
  'locationAddress',
  'lastActiveTime',
  'userId',
  'startDate',
  'description',
  'notificationEmail',
  'feederNotificationEmail',
  'firstTimeSentToFeeder',
  'userStationStatus',
  'feederUsername',
  'feederEmail',
  'feederName',
  'feederSurname',
  'feederPhone',
] as const;
export type StationField = (typeof fields)[number];
/** `version` null = the server does not count versions. */
export type Station = { readonly texts: StationTexts; readonly version: number | null };

const dates: ReadonlySet<StationField> = new Set([
  'locationStartDate',
  'lastActiveTime',
  'startDate',
  'firstTimeSentToFeeder',
]);

/** Null = no station (STN-21). */
export function readStation(response: unknown): Station | null {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return null;
  const values = response as Record<string, unknown>;
  const texts = Object.fromEntries(fields.map((field) => [field, textOf(field, values[field])])) as StationTexts;
  if (texts.id === '' && texts.stationId === '') return null;
  return { texts, version: typeof values.version === 'number' ? values.version : null };
}

function textOf(field: StationField, value: unknown): string {
  const text =
    typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? `${value}` : '';
  if (!dates.has(field)) return text;
  const ms = parseInstant(text);
  return ms === null ? text : writeInstant(ms);
}
