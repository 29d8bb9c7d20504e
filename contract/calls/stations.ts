/** Stations, status records, histories, keys. Paths and parameter names keep their case and typos (C27 to C29). */
import * as z from 'zod/mini';
import { del, get, list, nothing, post, put } from '../endpoint.ts';
import { stationsHealth } from '../entities/station-health.ts';
import * as entity from '../entities/stations.ts';
import { between, equals, filterParams, isStation } from '../filters.ts';
import { textParam } from '../params.ts';

/** SST-04, on both calls (FSZ-04). */
export const stationRecordFilters = [
  between('createdOn', 'start', 'end'),
  isStation('stationId'),
  equals('msgType'),
] as const;
const stationRecordQuery = filterParams(stationRecordFilters);

export const station = {
  byId: get('API-26', '/Station/{id}', entity.stationDetails, {
    refuses: [404],
    summary: 'One station',
    stored: { title: 'Station details', each: 'stations' },
  }),
  status: list(
    'API-35',
    '/Stations/StationStatus',
    { rows: 'stationStatus', count: 'stationStatusCount', entity: entity.stationStatus, filters: stationRecordFilters },
    {
      query: stationRecordQuery,
      summary: 'Status records of stations',
      stored: { title: 'STATIONS STATUS', screen: '/statistics' },
    },
  ),
  frameSize: list(
    'API-36',
    '/StationStatusFrameSize/StationStatusFrameSize',
    { rows: 'data', count: 'count', entity: entity.stationFrameSize, filters: stationRecordFilters },
    {
      query: stationRecordQuery,
      summary: 'Frame sizes of stations',
      stored: { title: 'STATIONS STATUS FRAME SIZE', screen: '/statistics' },
    },
  ),
  list: get('API-42', '/Station', z.array(entity.stationListItem), {
    summary: 'Stations',
    stored: { title: 'Stations', screen: '/statistics' },
  }),
  activeNumber: get('API-43', '/Station/ActiveStationsNumber', z.nullable(z.number()), {
    summary: 'Stations active in the last 4 hours',
  }),
  create: post('API-45', '/Station/CreateStation', z.object({ id: z.number() }), {
    body: entity.stationPayload,
    status: 201,
    refuses: [409],
    summary: 'Create a station',
  }),
  update: put('API-46', '/Station/{id}', nothing, {
    body: entity.stationPayload,
    refuses: [404, 409],
    summary: 'Change a station',
  }),
  feederHistory: get('API-47', '/Station/GetStationFeederHistory/{id}', z.array(entity.feederHistory), {
    refuses: [404],
    summary: 'Feeders of a station over time',
    stored: { title: 'Feeder histories', each: 'stations' },
  }),
  locationHistory: get('API-48', '/Station/GetStationLocationHistory/{id}', z.array(entity.locationHistory), {
    refuses: [404],
    summary: 'Positions of a station over time',
    stored: { title: 'Location histories', each: 'stations' },
  }),
  health: get('ADD-stationHealth', '/Stations/health', stationsHealth, {
    query: { stationId: textParam },
    summary: 'Status of stations; with details for few stations or a requested one',
    stored: { title: 'Station status', screen: '/stationStatus', each: 'views' },
  }),
  names: get('ADD-stationNames', '/Stations/names', z.array(entity.stationNames), {
    summary: 'Numbers of stations with the names of their receivers, for the filters of stored rows',
    stored: { title: 'Station names and receivers' },
  }),
  keys: get('ADD-stationKeys', '/Stations/{id}/keys', z.array(entity.stationKey), {
    refuses: [404],
    summary: 'Keys of a station, without the keys themselves',
    stored: { title: 'Station keys, without their secrets', each: 'stations' },
  }),
  createKey: post('ADD-createStationKey', '/Stations/{id}/keys', entity.newStationKey, {
    body: z.object({ name: z.optional(z.string().check(z.maxLength(100))) }),
    status: 201,
    refuses: [404],
    summary: 'Create a key for a station; only this response contains it',
  }),
  revokeKey: del('ADD-revokeStationKey', '/Stations/{id}/keys/{keyId}', nothing, {
    refuses: [404],
    summary: 'Revoke a key of a station',
  }),
  receivers: get('ADD-stationReceivers', '/Stations/{id}/receivers', entity.stationReceivers, {
    refuses: [404],
    summary: 'Receiver names claimed by a station, and unclaimed ones',
    stored: { title: 'Receiver names', each: 'stations' },
  }),
  claimReceiver: post('ADD-claimReceiver', '/Stations/{id}/receivers', nothing, {
    body: z.object({
      name: z.string().check(z.maxLength(100)),
      /** The stationId of the station that has the name now. Required to move it. */
      from: z.optional(z.string().check(z.maxLength(100))),
    }),
    refuses: [404, 409],
    summary: 'Claim a receiver name for a station; its messages count for that station, also earlier ones',
  }),
  releaseReceiver: del('ADD-releaseReceiver', '/Stations/{id}/receivers', nothing, {
    query: { name: textParam },
    refuses: [404],
    summary: 'Release a receiver name',
  }),
};
