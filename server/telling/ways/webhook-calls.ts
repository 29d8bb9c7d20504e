/** Calls and SQL of webhooks. Own file: push and webhooks share no code. */
import { randomBytes } from 'node:crypto';
import type { Api } from '../../../contract/api.ts';
import type { Body, Handlers } from '../../../contract/endpoint.ts';
import { type Webhook, webhookLimits } from '../../../contract/entities/notices.ts';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import { maskedAddress } from '../../base/settings.ts';
import type { Query } from '../../database/pool.ts';
import { fieldError, HttpError } from '../../http/api-error.ts';
import { type Caller, type Context, callerOf } from '../../http/guard.ts';
import { templateFault } from './webhook-templates.ts';
import { addressFault, sendTo, type WebhookParts, type WebhookTarget } from './webhooks.ts';

type WebhookCalls = 'webhooks' | 'addWebhook' | 'removeWebhook' | 'testWebhook';
type NewWebhook = Body<Api['ways']['addWebhook']>;
/** At the same time: each may take 5 s. */
const maxTests = 10;

export function makeWebhookHandlers(
  parts: Omit<WebhookParts, 'db'>,
): Pick<Handlers<Api['ways'], Context>, WebhookCalls> {
  let tests = 0;
  return {
    webhooks: (context) => webhooksOf(context.db, callerOf(context)),

    addWebhook: async ({ body, ...context }) => {
      const caller = callerOf(context);
      refuseOwner(caller, body.owner);
      const fault = addressFault(body.url, parts.posts) ?? templateFault(body.template, new URL(body.url));
      if (fault) throw fieldError('url', fault);
      return context.db.transaction(async (tx) => {
        // Two at once could exceed the limit.
        await tx.query(`select pg_advisory_xact_lock(hashtext('downlink webhooks'))`);
        const secret = randomBytes(32).toString('base64url');
        const webhook = await store(tx, caller, body, secret);
        if (!webhook)
          throw new HttpError(409, `You have ${webhookLimits.perOwner} webhooks. Remove one to add another.`);
        return { webhook, secret };
      });
    },

    removeWebhook: async ({ path, ...context }) => {
      const [removed] = await context.db.query(
        `delete from webhooks w where w.id = $1 and ${ownedBy(2)} returning w.id`,
        [idOf(path.id), ...ownerValues(callerOf(context))],
      );
      if (!removed) throw unknown();
      return undefined;
    },

    testWebhook: async ({ path, ...context }) => {
      const caller = callerOf(context);
      if (tests >= maxTests) throw new HttpError(409, 'Other tests are running. Try again in a few seconds.');
      tests++;
      try {
        const [target] = await context.db.query<WebhookTarget>(
          `update webhooks w set failures = 0, paused_because = null where w.id = $1 and ${ownedBy(2)}
           returning w.id::text, w.url, w.template, w.secret, null as "pausedBecause"`,
          [idOf(path.id), ...ownerValues(caller)],
        );
        if (!target) throw unknown();
        const id = `test-${randomBytes(8).toString('hex')}`;
        const about = { id, isEmergency: false, total: 1, hits: [testHit(caller)] };
        const outcome = await sendTo(target, about, { ...parts, db: context.db });
        return { isSent: outcome.kind === 'sent', result: outcome.kind === 'sent' ? 'sent' : outcome.reason };
      } finally {
        tests--;
      }
    },
  };
}

const testHit = ({ userName }: Caller) => ({
  id: '0',
  eventKey: 'test',
  ruleId: '0',
  rule: 'Test',
  kind: 'rule' as const,
  isEmergency: false,
  at: writeInstant(clock.now()),
  title: 'Test of this webhook',
  words: `Sent by ${userName}.`,
  path: '/notices',
  tail: null,
  icao: null,
  flight: null,
  stationId: '',
  stationNumber: null,
});

const unknown = (): HttpError => new HttpError(404, 'This webhook no longer exists.');

function idOf(text: string): string {
  if (!/^\d{1,15}$/.test(text)) throw unknown();
  return text;
}

/** Users have their own, users of a company share theirs, and those for everyone belong to Admins. */
function refuseOwner({ audience }: Caller, owner: NewWebhook['owner']): void {
  if (owner === 'company' && audience !== 'companyUser')
    throw new HttpError(403, 'Only users of a company can add webhooks for their company.');
  if (owner === 'all' && audience !== 'admin') throw new HttpError(403, 'Only an Admin can add webhooks for everyone.');
}

// ---- SQL of webhooks. The address and the secret leave it only to be used.

/** Of `webhooks w`. Its three values begin at `$at`. */
const ownedBy = (at: number): string =>
  `case w.owner when 'user' then w.user_id = $${at} when 'company' then lower(trim(w.company)) = lower(trim($${at + 1}::text)) else $${at + 2}::boolean end`;
const ownerValues = ({ userId, company, audience }: Caller): unknown[] => [
  userId,
  audience === 'companyUser' ? company : null,
  audience === 'admin',
];

type Stored = Omit<Webhook, 'address' | 'lastAt'> & { readonly url: string; readonly lastAt: Date | null };
const shown = `w.id::text, w.name, w.url, w.template, w.owner, w.last_at as "lastAt", w.last_result as "lastResult",
  w.paused_because as "pausedBecause"`;
const asWebhook = ({ url, lastAt, ...rest }: Stored): Webhook => ({
  ...rest,
  address: maskedAddress(url) ?? 'set',
  lastAt: lastAt && writeInstant(lastAt.getTime()),
});

/** In the order in which they were added. */
async function webhooksOf(db: Query, caller: Caller): Promise<Webhook[]> {
  const rows = await db.query<Stored>(
    `select ${shown} from webhooks w where ${ownedBy(1)} order by w.id`,
    ownerValues(caller),
  );
  return rows.map(asWebhook);
}

/** null = the owner has too many. */
async function store(
  tx: Query,
  { userId, company }: Caller,
  { owner, name, url, template }: NewWebhook,
  secret: string,
): Promise<Webhook | null> {
  const [row] = await tx.query<Stored>(
    `with w as (
       insert into webhooks (owner, user_id, company, name, url, template, secret)
       select $1, case when $1 = 'user' then $2 end, case when $1 = 'company' then $3 end, $4, $5, $6, $7
       where (select count(*) from webhooks o where o.owner = $1 and case $1 when 'user' then o.user_id = $2
         when 'company' then lower(trim(o.company)) = lower(trim($3)) else true end) < $8
       returning *)
     select ${shown} from w`,
    [owner, userId, company?.trim() ?? null, name, url, template, secret, webhookLimits.perOwner],
  );
  return row ? asWebhook(row) : null;
}
