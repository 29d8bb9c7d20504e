/**
 * The calls below /Station. Must not: hold SQL, or decide who may call (guard.ts has, before).
 */
import type { Api } from '../../contract/api.ts';
import { stationRecordFilters } from '../../contract/calls/stations.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { makeStationKey, revokeStationKey, stationKeysOf } from '../accounts/station-keys.ts';
import { clock } from '../clock.ts';
import { type Context, callerOf } from '../guard.ts';
import { Preserialised } from '../http/answer.ts';
import { HttpError } from '../http/api-error.ts';
import type { Services } from '../services.ts';
import { instantOf } from '../stations/read-station.ts';
import {
  frameSizeRecords,
  type RecordKind,
  type RecordQuestion,
  recordPage,
  statusRecords,
} from '../store/station-records.ts';
import { countActiveStations, listStations } from '../store/statistics/station-list.ts';
import { stationScopeOf } from '../store/statistics/stations-asked.ts';
import { makeStationRecordHandlers, noStation, recordIdOf } from './station-records.ts';

type Calls = Api['station'];
/** A page of what stations say of themselves; a feeder gets that of his own stations (C68). */
const records = (context: Context, kind: RecordKind, query: RecordQuestion['query']) =>
  recordPage(context.db, kind, { filters: stationRecordFilters, query, scope: stationScopeOf(context) });
/** The text of such an answer. */
const asAnswer = <C extends Calls[keyof Calls]>(json: string): Reads<C> =>
  new Preserialised(json) as unknown as Reads<C>;

export function makeStationHandlers(services: Services): Omit<Handlers<Api['station'], Context>, 'health'> {
  const { stationKeys } = services;
  return {
    ...makeStationRecordHandlers(services),

    keys: async ({ path, db }) => {
      const rows = await stationKeysOf(db, recordIdOf(path.id));
      if (!rows) throw noStation();
      return rows.map(({ id, name, createdAt, createdBy, lastUsedAt, revokedAt }) => ({
        id,
        name,
        createdOn: instantOf(createdAt),
        createdBy,
        lastUsedOn: lastUsedAt && instantOf(lastUsedAt),
        revokedOn: revokedAt && instantOf(revokedAt),
      }));
    },

    createKey: async ({ path, body, ...context }) => {
      const name = body.name?.trim() ?? '';
      const { userId } = callerOf(context);
      const made = await makeStationKey(context.db, { recordId: recordIdOf(path.id), name, userId });
      if (!made) throw noStation();
      context.log.info({ requestId: context.request.id, keyId: made.id, station: path.id }, 'a station key was made');
      return { id: made.id, key: made.key, name, createdOn: instantOf(made.createdAt) };
    },

    revokeKey: async ({ path, ...context }) => {
      const isRevoked = await revokeStationKey(context.db, path.keyId, recordIdOf(path.id));
      if (!isRevoked) throw new HttpError(404, 'This station has no such key.');
      stationKeys.forget(path.keyId);
      context.log.info({ requestId: context.request.id, keyId: path.keyId }, 'a station key was revoked');
      return undefined;
    },

    status: async ({ query, ...context }) => {
      const { rowsJson, count } = await records(context, statusRecords, query);
      return asAnswer<Calls['status']>(`{"stationStatus":${rowsJson},"stationStatusCount":${count}}`);
    },
    frameSize: async ({ query, ...context }) => {
      const { rowsJson, count } = await records(context, frameSizeRecords, query);
      return asAnswer<Calls['frameSize']>(`{"data":${rowsJson},"count":${count}}`);
    },
    list: async (context) => listStations(context.db, stationScopeOf(context), clock.now()),
    activeNumber: async (context) => countActiveStations(context.db, stationScopeOf(context), clock.now()),
  };
}
