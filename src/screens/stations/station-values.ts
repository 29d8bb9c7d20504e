/** Converts between the wire format of a station and its form values. Pure. */

import type { api } from '../../../contract/api.ts';
import { hourMs } from '../../../contract/durations.ts';
import type { Body } from '../../../contract/endpoint.ts';
import { parseInstant, writeInstant } from '../../../contract/params.ts';
import { readDegrees } from '../../../contract/station-rules.ts';
import type { FormValues } from '../../form/define-form.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { userIdOf } from './station-rules.ts';

// ---- tolerant reader of GET /Station/{id}: other servers omit fields or send numbers as text

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

type Payload = Body<typeof api.station.create>;
const { missing, doNothing } = specTexts.stations;

/** STN-08, C82. */
const emptyStation: FormValues<Exclude<StationField, 'id'>> = {
  stationId: '',
  latitude: '',
  longitude: '',
  locationStartDate: '',
  city: '',
  country: '',
  locationAddress: '',
  lastActiveTime: missing,
  userId: '',
  startDate: '',
  description: '',
  notificationEmail: missing,
  feederNotificationEmail: 'DoNothing',
  firstTimeSentToFeeder: missing,
  userStationStatus: missing,
  feederUsername: '',
  feederEmail: '',
  feederName: '',
  feederSurname: '',
  feederPhone: '',
};

/** A new station starts in the current hour. */
export function newStation(now: number): typeof emptyStation {
  const hour = shownDate(writeInstant(now - (now % hourMs)));
  return { ...emptyStation, locationStartDate: hour, startDate: hour };
}

/** `2024-05-01T13:00:00Z` as `2024-05-01 13:00` (STN-07). Invalid instants are unchanged. */
export function shownDate(wire: string): string {
  return parseInstant(wire) === null ? wire : wire.slice(0, 16).replace('T', ' ');
}

/** Initial values of the update form. */
export function textsToUpdate(station: StationTexts): FormValues<StationField> {
  const { userId, feederUsername, feederEmail, feederName, feederSurname } = station;
  return {
    ...station,
    userId: userId === '' ? '' : [userId, feederUsername, feederEmail, feederName, feederSurname].join(', '),
    locationStartDate: shownDate(station.locationStartDate),
    startDate: shownDate(station.startDate),
    feederNotificationEmail: station.feederNotificationEmail === 'Send' ? 'Send' : 'DoNothing',
    lastActiveTime: shownDate(station.lastActiveTime) || missing,
    notificationEmail: station.notificationEmail || missing,
    userStationStatus: station.userStationStatus || missing,
  };
}

/** STN-14: missing values are labelled. */
export function textsToRead(station: StationTexts): FormValues<StationField> {
  const texts = Object.entries(station).map(([field, value]) => [field, shownDate(value) || missing]);
  const notification = station.feederNotificationEmail === 'DoNothing' ? doNothing : station.feederNotificationEmail;
  return { ...Object.fromEntries(texts), feederNotificationEmail: notification || missing };
}

const orNull = (text: string): string | null => text.trim() || null;
const sentDate = (typed: string): string => {
  const ms = parseInstant(typed);
  return ms === null ? typed : `${writeInstant(ms).slice(0, 16)}:00Z`;
};

/** STN-09, STN-22. `known` = the station as read. null = new. */
export function payloadOf(values: FormValues, known: StationTexts | null): Payload {
  const text = (field: StationField): string => values[field] ?? '';
  return {
    ...(known && known.id !== '' ? { id: Number(known.id) } : {}),
    stationId: text('stationId').trim(),
    latitude: readDegrees(text('latitude')) ?? Number.NaN,
    longitude: readDegrees(text('longitude')) ?? Number.NaN,
    locationStartDate: sentDate(text('locationStartDate')),
    city: orNull(text('city')),
    country: orNull(text('country')),
    locationAddress: orNull(text('locationAddress')),
    lastActiveTime: orNull(known?.lastActiveTime ?? ''),
    userId: userIdOf(text('userId')) ?? '',
    startDate: sentDate(text('startDate')),
    description: orNull(text('description')),
    notificationEmail: orNull(known?.notificationEmail ?? ''),
    feederNotificationEmail: text('feederNotificationEmail') === 'Send' ? 'Send' : 'DoNothing',
    firstTimeSentToFeeder: orNull(known?.firstTimeSentToFeeder ?? ''),
    userStationStatus: orNull(known?.userStationStatus ?? ''),
  };
}
