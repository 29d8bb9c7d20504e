/** Calls of a station's record: create, change, read, histories, receiver names. Own file: handlers of one record, those of lists are in calls.ts. */
import type { Api } from '../../contract/api.ts';
import type { Body, Handlers } from '../../contract/endpoint.ts';
import { parseInstant } from '../../contract/params.ts';
import {
  degreesFault,
  lineFault,
  noteFault,
  type StationFault,
  startFault,
  stationIdFault,
  stationLimits,
} from '../../contract/station-rules.ts';
import { clock } from '../base/clock.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Messages } from '../messages/messages.ts';
import { queueChangeNotice } from './notices.ts';
import { feederHistory, feederOf, locationHistory, stationDetails } from './read-station.ts';
import { type ClaimRefusal, claimReceiver, receiversOf, releaseReceiver } from './receivers.ts';
import { createStation, type Refusal, type StationInput, updateStation } from './write-station.ts';

type Calls = Pick<
  Api['station'],
  'byId' | 'create' | 'update' | 'feederHistory' | 'locationHistory' | 'receivers' | 'claimReceiver' | 'releaseReceiver'
>;
/** Shared by the calls of a station's record. */
export type StationServices = { readonly messages: Messages; readonly mailer: Mailer };
type Payload = Body<Api['station']['create']>;

export const noStation = (): HttpError => new HttpError(404, 'There is no such station.');

/** Record id in the address (C83: not the station's digits). */
export function recordIdOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw noStation();
  return Number(text);
}

export function makeStationRecordHandlers({ messages, mailer }: StationServices): Handlers<Calls, Context> {
  return {
    /** C68: also its feeder. */
    byId: async ({ path, ...context }) => {
      const { db } = context;
      if (context.permission === 'own' && !(await isFedBy(context, path.id)))
        throw new HttpError(403, 'You can only view stations you feed.');
      const details = await stationDetails(db, recordIdOf(path.id));
      if (!details) throw noStation();
      context.setHeader('etag', `"${details.version}"`);
      return details;
    },

    create: async ({ body, ...context }) => {
      const { userId } = callerOf(context);
      const station = stationInputOf(body);
      const done = await createStation(context.db, station, userId, (tx, changed) =>
        queueChangeNotice(tx, changed, mailer.publicUrl()),
      );
      if (typeof done === 'string') throw refusal(done, station);
      messages.memory.pages.clear();
      context.log.info({ requestId: context.request.id, station: done.recordId, by: userId }, 'a station was created');
      return { id: done.recordId };
    },

    update: async ({ path, body, ...context }) => {
      const { userId } = callerOf(context);
      const recordId = recordIdOf(path.id);
      if (typeof body.id === 'number' && body.id !== recordId)
        throw refuse(400, { id: 'This id does not match the station in the address.' });
      const station = stationInputOf(body);
      const version = versionOf(context.request.ifMatch);
      const done = await updateStation(context.db, { recordId, version, station }, userId, (tx, changed) =>
        queueChangeNotice(tx, changed, mailer.publicUrl()),
      );
      if (typeof done === 'string') throw refusal(done, station);
      messages.memory.pages.clear();
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
      const fault = name === '' ? 'Enter the name that the receiver sends.' : lineFault(name) && 'Enter a valid name.';
      if (fault) throw refuse(400, { name: fault });
      const done = await claimReceiver(context.db, {
        recordId: recordIdOf(path.id),
        name,
        from: body.from?.trim() || null,
      });
      if ('why' in done) throw claimRefusal(done, name);
      if (done.length > 0) messages.memory.pages.clear();
      return undefined;
    },

    releaseReceiver: async ({ path, query, db }) => {
      const name = query.name?.trim() ?? '';
      if (name === '') throw refuse(400, { name: 'Enter the name to release.' });
      if (!(await releaseReceiver(db, recordIdOf(path.id), name)))
        throw new HttpError(404, 'This station has no such receiver.');
      messages.memory.pages.clear();
      return undefined;
    },
  };
}

async function isFedBy(context: Context, id: string): Promise<boolean> {
  return /^\d{1,15}$/.test(id) && (await feederOf(context.db, Number(id))) === callerOf(context).userId;
}

const orNull = (text: string | null | undefined): string | null => text?.trim() || null;

/** @throws HttpError 400 with an error for each invalid field */
function stationInputOf(body: Payload): StationInput {
  const faults = validateStation(body, clock.now());
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

/** `If-Match: "7"`. null = the client sends no version (`*`, or none), and saves unconditionally. */
function versionOf(ifMatch: string | null): number | null {
  if (ifMatch === null || ifMatch.trim() === '*') return null;
  const [, digits] = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch) ?? [];
  // An unknown tag matches nothing.
  return digits === undefined ? -1 : Number(digits);
}

function refuse(status: number, errors: Readonly<Record<string, string>>): HttpError {
  return new HttpError(
    status,
    Object.values(errors).join(' '),
    Object.fromEntries(Object.entries(errors).map(([name, sentence]) => [name, [sentence]])),
  );
}

function refusal(why: Refusal, { stationId }: StationInput): HttpError {
  switch (why) {
    case 'unknown':
      return noStation();
    case 'no-such-user':
      return refuse(400, { userId: 'There is no such user. Choose another one.' });
    case 'number-taken':
      return refuse(409, { stationId: `Station ${stationId} exists already.` });
    case 'number-is-a-receiver':
      return refuse(409, { stationId: `${stationId} is already claimed as a receiver name.` });
    case 'number-fixed':
      return refuse(400, { stationId: 'A station number cannot be changed.' });
    case 'changed-meanwhile':
      return new HttpError(409, 'Someone else changed this station. Nothing was saved. Reload it to see the changes.');
  }
}

function claimRefusal(refused: ClaimRefusal, name: string): HttpError {
  switch (refused.why) {
    case 'unknown':
      return noStation();
    case 'too-many':
      return new HttpError(409, 'This station has reached the receiver limit.');
    case 'claimed-by':
      // `from`: value required to move it.
      return new HttpError(409, `${name} belongs to station ${refused.stationId}.`, { from: [refused.stationId] });
    case 'number-of':
      return refuse(409, { name: `${name} is the number of station ${refused.stationId} itself.` });
  }
}

// ---- Validation errors of a station, by wire name. Pure.

/** Validated fields, in wire format. */
type SentStation = {
  readonly stationId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly locationStartDate: string;
  readonly city?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly locationAddress?: string | null | undefined;
  readonly userId: string;
  readonly startDate: string;
  readonly description?: string | null | undefined;
};

const year = stationLimits.earliestStart.slice(0, 4);
const startWords: Partial<Record<StationFault, string>> = {
  missing: 'Enter a start date and time.',
  'not-an-instant': 'Enter a UTC date and time such as 2024-05-01T13:00:00Z.',
  'too-early': `Enter a date in ${year} or later.`,
  'too-late': 'This date is more than a year ahead.',
};
const lineWords: Partial<Record<StationFault, string>> = {
  'too-long': `Use at most ${stationLimits.lineLength} characters.`,
  'control-characters': 'Line breaks and control characters are not allowed here.',
};
const degreesWords = (name: string, limit: number): Partial<Record<StationFault, string>> => {
  const sentence = `The ${name} must be between -${limit} and ${limit} degrees.`;
  return { missing: sentence, beyond: sentence };
};

/** Empty = valid. */
function validateStation(sent: SentStation, nowMs: number): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const judge = (
    name: keyof SentStation,
    fault: StationFault | null,
    words: Partial<Record<StationFault, string>>,
  ): void => {
    if (fault) faults[name] = [words[fault] ?? 'Invalid format.'];
  };
  judge('stationId', stationIdFault(sent.stationId), {
    missing: 'Enter the number of the station.',
    'not-digits': 'Use digits only in a station number.',
    'too-long': `Use at most ${stationLimits.stationIdDigits} digits.`,
  });
  for (const name of ['latitude', 'longitude'] as const)
    judge(name, degreesFault(sent[name], stationLimits[name]), degreesWords(name, stationLimits[name]));
  for (const name of ['locationStartDate', 'startDate'] as const)
    judge(name, startFault(sent[name], nowMs), startWords);
  for (const name of ['city', 'country', 'locationAddress'] as const)
    judge(name, lineFault(sent[name] ?? ''), lineWords);
  judge('description', noteFault(sent.description ?? ''), {
    'too-long': `Use at most ${stationLimits.noteLength} characters.`,
    'control-characters': 'Control characters are not allowed here.',
  });
  if (sent.userId.trim() === '') faults.userId = ['Choose a feeder.'];
  return faults;
}
