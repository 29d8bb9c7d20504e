/** Calls of the devices that receive push messages. Own file: one subject of the calls of ways. */
import { createECDH } from 'node:crypto';
import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { writeInstant } from '../../../contract/params.ts';
import { record } from '../../accounts/audit/audit.ts';
import { clock } from '../../base/clock.ts';
import type { Query } from '../../database/pool.ts';
import { fieldError, HttpError } from '../../http/api-error.ts';
import { type Context, callerOf } from '../../http/guard.ts';
import type { Push } from './push.ts';

const maxDevices = 20;
const noDevice = 'This device is not registered. It may have been removed.';

type Calls = Pick<Handlers<Api['ways'], Context>, 'push' | 'subscribe' | 'unsubscribe' | 'testPush'>;

export const makePushHandlers = ({ push }: { readonly push: Push }): Calls => ({
  push: async (context) => {
    const reason = await push.fault(context.request);
    return {
      canWork: reason === null,
      reason,
      publicKey: await push.publicKey(),
      devices: await devicesOf(context.db, callerOf(context).userId),
    };
  },

  subscribe: async ({ body, ...context }) => {
    const { userId, userName } = callerOf(context);
    const { endpoint, p256dh, auth, name } = body;
    if (!push.allows(endpoint)) throw fieldError('endpoint', 'This is not the address of a push service.');
    if (!isPublicKey(p256dh)) throw fieldError('p256dh', 'This is not a key of a browser.');
    if (Buffer.from(auth, 'base64url').length !== 16) throw fieldError('auth', 'This is not a secret of a browser.');
    return context.db.transaction(async (tx) => {
      // Two devices at once take turns.
      await tx.query('select 1 from users where id = $1 for update', [userId]);
      const [known] = await tx.query<{ id: string; userId: string }>(
        'select id::text as id, user_id as "userId" from push_devices where endpoint = $1 for update',
        [endpoint],
      );
      const isOwn = known?.userId === userId;
      if (!isOwn) {
        const own = await tx.query('select 1 from push_devices where user_id = $1', [userId]);
        if (own.length >= maxDevices)
          throw new HttpError(409, `You have ${maxDevices} devices. Remove one, then add this one.`);
        // Of another user, who was logged in here: nothing that waits for that user appears here.
        if (known) await tx.query('delete from push_devices where id = $1', [known.id]);
        await record(tx, { action: 'changed', subject: 'login', name: userName, details: 'device for notices added' });
      }
      const [stored] = await tx.query<{ id: string }>(
        `insert into push_devices (user_id, endpoint, p256dh, auth, name, added_at) values ($1, $2, $3, $4, $5, $6)
         on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name
         returning id::text as id`,
        [userId, endpoint, p256dh, auth, name, new Date(clock.now())],
      );
      return { id: stored?.id ?? '' };
    });
  },

  unsubscribe: async ({ path, ...context }) => {
    const { userId, userName } = callerOf(context);
    await context.db.transaction(async (tx) => {
      const removed = await tx.query('delete from push_devices where id::text = $1 and user_id = $2 returning id', [
        path.id,
        userId,
      ]);
      if (removed.length === 0) throw new HttpError(404, noDevice);
      await record(tx, { action: 'changed', subject: 'login', name: userName, details: 'device for notices removed' });
    });
    return undefined;
  },

  testPush: async ({ path, ...context }) => {
    const { userId } = callerOf(context);
    if (!(await devicesOf(context.db, userId)).some(({ id }) => id === path.id)) throw new HttpError(404, noDevice);
    const at = writeInstant(clock.now());
    const outcome = await push.send(
      {
        id: `test ${path.id}`,
        way: 'push',
        userId,
        targetId: path.id,
        hits: [
          {
            ...{ id: 'test', eventKey: at, ruleId: 'test', rule: 'Test', kind: 'rule', isEmergency: false, at },
            ...{ title: 'Test of Downlink', words: 'This device receives notices.', path: '/notices' },
            ...{ tail: null, icao: null, flight: null, stationId: '', stationNumber: null },
          },
        ],
        total: 1,
        isEmergency: false,
        attempt: 1,
      },
      0,
    );
    return outcome.kind === 'sent' ? { isSent: true, result: 'sent' } : { isSent: false, result: outcome.reason };
  },
});

/** A point on the curve. */
function isPublicKey(text: string): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    const key = Buffer.from(text, 'base64url');
    return key.length === 65 && own.computeSecret(key).length === 32;
  } catch {
    return false;
  }
}

type Row = {
  readonly id: string;
  readonly name: string;
  readonly endpoint: string;
  readonly addedAt: Date;
  readonly lastAt: Date | null;
  readonly lastResult: string | null;
};

async function devicesOf(db: Query, userId: string) {
  const rows = await db.query<Row>(
    `select id::text as id, name, endpoint, added_at as "addedAt", last_at as "lastAt", last_result as "lastResult"
     from push_devices where user_id = $1 order by added_at, push_devices.id`,
    [userId],
  );
  return rows.map(({ id, name, endpoint, addedAt, lastAt, lastResult }) => ({
    id,
    name,
    service: new URL(endpoint).host,
    addedAt: writeInstant(addedAt.getTime()),
    lastAt: lastAt && writeInstant(lastAt.getTime()),
    lastResult,
  }));
}
