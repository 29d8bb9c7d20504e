/**
 * The calls of a station's record: made, changed, read, its histories, the names of its receivers. Must not: hold SQL (server/stations/ does).
 */
import type { Api } from '../../contract/api.ts';
import type { Body, Handlers } from '../../contract/endpoint.ts';
import { parseInstant } from '../../contract/params.ts';
import { lineFault } from '../../contract/station-rules.ts';
import { clock } from '../clock.ts';
import { type Context, callerOf } from '../guard.ts';
import { HttpError } from '../http/api-error.ts';
import type { Services } from '../services.ts';
import { tellChange } from '../stations/notices.ts';
import { feederHistory, feederOf, locationHistory, stationDetails } from '../stations/read-station.ts';
import { type ClaimRefusal, claimReceiver, receiversOf, releaseReceiver } from '../stations/receivers.ts';
import { stationFaults } from '../stations/station-faults.ts';
import { createStation, type Refusal, updateStation, type WantedStation } from '../stations/write-station.ts';
import { dataVersion } from '../store/data-version.ts';

type Calls = Pick<
  Api['station'],
  'byId' | 'create' | 'update' | 'feederHistory' | 'locationHistory' | 'receivers' | 'claimReceiver' | 'releaseReceiver'
>;
type Payload = Body<Api['station']['create']>;

export const noStation = (): HttpError => new HttpError(404, 'There is no such station.');

/** The record's number out of the address (C83: not the digits of the station). */
export function recordIdOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw noStation();
  return Number(text);
}

export function makeStationRecordHandlers({ mailer }: Services): Handlers<Calls, Context> {
  return {
    /** C68: also who feeds it. */
    byId: async ({ path, ...context }) => {
      const { db } = context;
      if (context.permission === 'own' && !(await isFedBy(context, path.id)))
        throw new HttpError(403, 'You may read the stations that you feed only.');
      const details = await stationDetails(db, recordIdOf(path.id));
      if (!details) throw noStation();
      context.setHeader('etag', `"${details.version}"`);
      return details;
    },

    create: async ({ body, ...context }) => {
      const { userId } = callerOf(context);
      const wanted = wantedOf(body);
      const done = await createStation(context.db, wanted, userId, (tx, changed) =>
        tellChange(tx, changed, mailer.publicUrl()),
      );
      if (typeof done === 'string') throw refusal(done, wanted);
      dataVersion.bump();
      context.log.info({ requestId: context.request.id, station: done.recordId, by: userId }, 'a station was made');
      return { id: done.recordId };
    },

    update: async ({ path, body, ...context }) => {
      const { userId } = callerOf(context);
      const recordId = recordIdOf(path.id);
      if (typeof body.id === 'number' && body.id !== recordId)
        throw refuse(400, { id: 'This is the id of another station than the address says.' });
      const wanted = wantedOf(body);
      const version = versionOf(context.request.ifMatch);
      const done = await updateStation(context.db, { recordId, version, wanted }, userId, (tx, changed) =>
        tellChange(tx, changed, mailer.publicUrl()),
      );
      if (typeof done === 'string') throw refusal(done, wanted);
      dataVersion.bump();
      context.log.info({ requestId: context.request.id, station: recordId, by: userId }, 'a station was changed');
      return undefined;
    },

    feederHistory: async ({ path, db }) => {
      const recordId = recordIdOf(path.id);
      if ((await feederOf(db, recordId)) === undefined) throw noStation();
      return feederHistory(db, recordId);
    },

    locationHistory: async ({ path, db }) => {
      const recordId = recordIdOf(path.id);
      if ((await feederOf(db, recordId)) === undefined) throw noStation();
      return locationHistory(db, recordId);
    },

    receivers: async ({ path, db }) => {
      const receivers = await receiversOf(db, recordIdOf(path.id));
      if (!receivers) throw noStation();
      return receivers;
    },

    claimReceiver: async ({ path, body, ...context }) => {
      const name = body.name.trim();
      const fault = name === '' ? 'Enter the name that the receiver sends.' : lineFault(name) && 'This is no name.';
      if (fault) throw refuse(400, { name: fault });
      const done = await claimReceiver(context.db, {
        recordId: recordIdOf(path.id),
        name,
        from: body.from?.trim() || null,
      });
      if ('why' in done) throw claimRefusal(done, name);
      if (done.length > 0) dataVersion.bump();
      return undefined;
    },

    releaseReceiver: async ({ path, query, db }) => {
      const name = query.name?.trim() ?? '';
      if (name === '') throw refuse(400, { name: 'Say which name is given up.' });
      if (!(await releaseReceiver(db, recordIdOf(path.id), name)))
        throw new HttpError(404, 'This station has no such receiver.');
      dataVersion.bump();
      return undefined;
    },
  };
}

async function isFedBy(context: Context, id: string): Promise<boolean> {
  return /^\d{1,15}$/.test(id) && (await feederOf(context.db, Number(id))) === callerOf(context).userId;
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** @throws HttpError 400 with a sentence for each field that is wrong */
function wantedOf(body: Payload): WantedStation {
  const faults = stationFaults(body, clock.now());
  const sentences = Object.values(faults).flat();
  if (sentences.length > 0) throw new HttpError(400, sentences.join(' '), faults);
  return {
    stationId: body.stationId.trim(),
    latitude: body.latitude,
    longitude: body.longitude,
    locationSinceMs: parseInstant(body.locationStartDate) ?? 0,
    city: orNull(body.city),
    country: orNull(body.country),
    address: orNull(body.locationAddress),
    feederId: body.userId.trim(),
    feederSinceMs: parseInstant(body.startDate) ?? 0,
    description: orNull(body.description),
    notifiesFeeder: body.feederNotificationEmail === 'Send',
  };
}

/** `If-Match: "7"`; null = the client knows no versions (`*`, or none), and saves as it always did. */
function versionOf(ifMatch: string | null): number | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? [];
  // A tag that was never ours matches nothing.
  return digits === undefined ? -1 : Number(digits);
}

function refuse(status: number, errors: Readonly<Record<string, string>>): HttpError {
  return new HttpError(
    status,
    Object.values(errors).join(' '),
    Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name, [sentence]])),
  );
}

function refusal(why: Refusal, { stationId }: WantedStation): HttpError {
  switch (why) {
    case 'unknown':
      return noStation();
    case 'no-such-user':
      return refuse(400, { userId: 'There is no such user. Choose another one.' });
    case 'number-taken':
      return refuse(409, { stationId: `Station ${stationId} exists already.` });
    case 'number-is-a-receiver':
      return refuse(409, { stationId: `A station has claimed a receiver by the name of ${stationId}.` });
    case 'number-fixed':
      return refuse(400, { stationId: 'The number of a station stays as it is.' });
    case 'changed-meanwhile':
      return new HttpError(
        409,
        'Somebody else has changed this station since you opened it. Nothing was saved. Open it again to see what it is now.',
      );
  }
}

function claimRefusal(refused: ClaimRefusal, name: string): HttpError {
  switch (refused.why) {
    case 'unknown':
      return noStation();
    case 'too-many':
      return new HttpError(409, 'This station has as many receivers as a station may have.');
    case 'claimed-by':
      // `from`: what to send along to move it.
      return new HttpError(409, `${name} belongs to station ${refused.stationId}.`, { from: [refused.stationId] });
    case 'number-of':
      return refuse(409, { name: `${name} is the number of station ${refused.stationId} itself.` });
  }
}
