/**
 * Stations, their status records, histories and keys.
 * Letter case, typos and parameter names are the wire's (C27 to C29). Must not: say who may call (audience.ts).
 */
import * as z from 'zod/mini';
import { del, get, list, nothing, post, put } from '../endpoint.ts';
import { stationsHealth } from '../entities/station-health.ts';
import * as entity from '../entities/stations.ts';
import { between, equals, filterParams } from '../filters.ts';
import { textParam } from '../params.ts';

/** SST-04, on both calls (FSZ-04). */
export const stationRecordFilters = [
  between('createdOn', 'start', 'end'),
  equals('stationId'),
  equals('msgType'),
] as const;
const stationRecordQuery = filterParams(stationRecordFilters);

export const station = {
  byId: get('API-26', '/Station/{id}', entity.stationDetails, { summary: 'One station' }),
  status: list(
    'API-35',
    '/Stations/StationStatus',
    { rows: 'stationStatus', count: 'stationStatusCount', entity: entity.stationStatus, filters: stationRecordFilters },
    { query: stationRecordQuery, summary: 'Status records of stations' },
  ),
  frameSize: list(
    'API-36',
    '/StationStatusFrameSize/StationStatusFrameSize',
    { rows: 'data', count: 'count', entity: entity.stationFrameSize, filters: stationRecordFilters },
    { query: stationRecordQuery, summary: 'Frame sizes of stations' },
  ),
  list: get('API-42', '/Station', z.array(entity.stationListItem), { summary: 'Stations' }),
  activeNumber: get('API-43', '/Station/ActiveStationsNumber', z.nullable(z.number()), {
    summary: 'Stations active in the last 4 hours',
  }),
  create: post('API-45', '/Station/CreateStation', z.object({ id: z.number() }), {
    body: entity.stationPayload,
    status: 201,
    summary: 'Create a station',
  }),
  update: put('API-46', '/Station/{id}', nothing, { body: entity.stationPayload, summary: 'Change a station' }),
  feederHistory: get('API-47', '/Station/GetStationFeederHistory/{id}', z.array(entity.feederHistory), {
    summary: 'Feeders of a station over time',
  }),
  locationHistory: get('API-48', '/Station/GetStationLocationHistory/{id}', z.array(entity.locationHistory), {
    summary: 'Places of a station over time',
  }),
  health: get('ADD-stationHealth', '/Stations/health', stationsHealth, {
    query: { stationId: textParam },
    summary: 'Whether stations feed; with few of them, or with one asked for, everything that is known of each',
  }),
  keys: get('ADD-stationKeys', '/Station/{id}/keys', z.array(entity.stationKey), {
    summary: 'Keys of a station, without the keys themselves',
  }),
  createKey: post('ADD-createStationKey', '/Station/{id}/keys', entity.newStationKey, {
    body: z.object({ name: z.optional(z.string().check(z.maxLength(100))) }),
    status: 201,
    summary: 'Make a key for a station; the answer is the only place where it is shown',
  }),
  revokeKey: del('ADD-revokeStationKey', '/Station/{id}/keys/{keyId}', nothing, {
    summary: 'Revoke a key of a station',
  }),
  receivers: get('ADD-stationReceivers', '/Station/{id}/receivers', entity.stationReceivers, {
    summary: 'Names of receivers that a station has claimed, and those that nobody has',
  }),
  claimReceiver: post('ADD-claimReceiver', '/Station/{id}/receivers', nothing, {
    body: z.object({
      name: z.string().check(z.maxLength(100)),
      /** The stationId of the station that has the name now: without it nothing is taken from another station. */
      from: z.optional(z.string().check(z.maxLength(100))),
    }),
    summary:
      'Claim the name of a receiver for a station; its messages count for that station, also those that came before',
  }),
  releaseReceiver: del('ADD-releaseReceiver', '/Station/{id}/receivers', nothing, {
    query: { name: textParam },
    summary: 'Give up the name of a receiver',
  }),
};
