import { isIP } from 'node:net';
import type { Api } from '../../contract/api.ts';
import type { Body, Handlers } from '../../contract/endpoint.ts';
import { isListener, receiverFaults, receiverLimits } from '../../contract/receiver-rules.ts';
import type { Database } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { notifyServers } from '../servers/running-servers.ts';
import { isLinkLocal } from '../upstream/private-address.ts';
import type { Sources } from './sources.ts';
import { deleteSource, enableSource, type SourceSpec, stationExists, storeSource } from './stored-sources.ts';
import { testSource } from './test-source.ts';

type ReceiverBody = Body<Api['receivers']['add']>;
const maxTests = 3;

export function makeReceiverHandlers({ sources }: { readonly sources: Sources }): Handlers<Api['receivers'], Context> {
  let tests = 0;
  /** Here at once, on other servers within milliseconds. */
  const changed = async (db: Database): Promise<void> => {
    await sources.changed();
    await notifyServers(db, 'receivers');
  };
  return {
    all: async () => sources.read(),

    add: async ({ body, ...context }) => {
      const spec = await readSpec(context.db, body);
      const { userId } = callerOf(context);
      if (sources.isSetting(spec)) throw taken('A setting of the server already reads this address.');
      const id = await storeSource(context.db, spec, userId);
      if (id === 'duplicate') throw taken('This address was already added.');
      if (id === 'too-many')
        throw new HttpError(409, `The server has ${receiverLimits.perServer} receivers. Remove one to add another.`);
      await changed(context.db);
      context.log.info({ requestId: context.request.id, receiver: id, by: userId }, 'a receiver was added');
      return { id };
    },

    test: async ({ body, ...context }) => {
      const spec = await readSpec(context.db, body);
      if (tests >= maxTests) throw new HttpError(409, 'Other tests are running. Try again in a few seconds.');
      tests++;
      try {
        return await testSource(spec);
      } finally {
        tests--;
      }
    },

    change: async ({ path, body, ...context }) => {
      const id = idOf(path.id);
      if (!(await enableSource(context.db, id, body.isEnabled))) throw unknown();
      await changed(context.db);
      return undefined;
    },

    remove: async ({ path, ...context }) => {
      const id = idOf(path.id);
      if (!(await deleteSource(context.db, id))) throw unknown();
      await changed(context.db);
      const { userId } = callerOf(context);
      context.log.info({ requestId: context.request.id, receiver: id, by: userId }, 'a receiver was removed');
      return undefined;
    },
  };
}

const unknown = (): HttpError => new HttpError(404, 'This receiver no longer exists.');
const taken = (sentence: string): HttpError => new HttpError(409, sentence, { host: [sentence] });

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw unknown();
  return Number(text);
}

/** @throws HttpError 400 with the fields to change */
async function readSpec(db: Database, body: ReceiverBody): Promise<SourceSpec> {
  const { kind, port } = body;
  const [host, station, path] = [body.host, body.station, body.path].map((text = '') => text.trim()) as [
    string,
    string,
    string,
  ];
  const errors = Object.fromEntries(
    receiverFaults({ kind, host, port, station, path }).map(([field, sentence]) => [field, [sentence]]),
  );
  const isWrongAddress = host.includes(':') && isIP(host) === 0;
  if (isWrongAddress || (isIP(host) && !isListener(kind) && isLinkLocal(host)))
    errors.host ??= ['Enter a host name or an IP address of your network.'];
  if (station !== '' && !errors.station && !(await stationExists(db, station)))
    errors.station = ['No station has this number or receiver name.'];
  const [first] = Object.values(errors);
  if (first) throw new HttpError(400, first[0] ?? '', errors);
  return { kind, host, port, path, station: station === '' ? null : station };
}
