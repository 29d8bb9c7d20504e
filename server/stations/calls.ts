import { type Api, api } from '../../contract/api.ts';
import { stationRecordFilters } from '../../contract/calls/stations.ts';
import type { Handlers, Reads } from '../../contract/endpoint.ts';
import { clock } from '../base/clock.ts';
import { HttpError } from '../http/api-error.ts';
import { companyOf } from '../http/company-scope.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { listResponse } from '../http/response.ts';
import { allStationNames, countActiveStations, listStations, stationScopeOf } from '../statistics/station-query.ts';
import { instantOf } from './read-station.ts';
import { makeStationRecordHandlers, noStation, recordIdOf, type StationServices } from './record-calls.ts';
import { makeStationKey, revokeStationKey, type StationKeys, stationKeysOf } from './station-keys.ts';
import { frameSizeRecords, type RecordKind, type RecordRequest, recordRows, statusRecords } from './station-records.ts';

type Calls = Api['station'];
/** A page of station records. A feeder gets those of the own stations (C68). */
function records<C extends Calls['status' | 'frameSize']>(
  context: Context,
  call: C,
  kind: RecordKind,
  query: RecordRequest['query'],
): Promise<Reads<C>> {
  const { db } = context;
  const requested = { filters: stationRecordFilters, query, scope: stationScopeOf(context) };
  return listResponse<C>(async () => ({ db, names: call.list, request: await recordRows(db, kind, requested) }));
}

export function makeStationHandlers({
  stationKeys,
  ...services
}: StationServices & { readonly stationKeys: StationKeys }): Omit<Handlers<Api['station'], Context>, 'health'> {
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
      context.log.info(
        { requestId: context.request.id, keyId: made.id, station: path.id },
        'a station key was created',
      );
      return { id: made.id, key: made.key, name, createdOn: instantOf(made.createdAt) };
    },

    revokeKey: async ({ path, ...context }) => {
      const isRevoked = await revokeStationKey(context.db, path.keyId, recordIdOf(path.id));
      if (!isRevoked) throw new HttpError(404, 'This station has no such key.');
      stationKeys.forget(path.keyId);
      context.log.info({ requestId: context.request.id, keyId: path.keyId }, 'a station key was revoked');
      return undefined;
    },

    status: ({ query, ...context }) => records(context, api.station.status, statusRecords, query),
    frameSize: ({ query, ...context }) => records(context, api.station.frameSize, frameSizeRecords, query),
    names: async ({ db, caller, companyScope }) =>
      allStationNames(db, companyOf(caller, undefined, false, companyScope)),
    list: async (context) => listStations(context.db, stationScopeOf(context), clock.now()),
    activeNumber: async (context) => countActiveStations(context.db, stationScopeOf(context), clock.now()),
  };
}
