/** Sends notices to webhooks: signed, without redirects, and paused after failures in a row. Never log an address or a secret. Own file: the sender of one way. */
import { createHmac } from 'node:crypto';
import { writeInstant } from '../../../contract/params.ts';
import { clock } from '../../base/clock.ts';
import { reasonOf } from '../../base/outgoing-address.ts';
import type { Query } from '../../database/pool.ts';
import { OutcomeUnknown, type OutgoingPosts, waitOf } from '../../outgoing/fetch-upstream.ts';
import { UpstreamError, type UpstreamResponse } from '../../outgoing/outgoing-line.ts';
import type { Outcome, Outgoing, Sender } from './sender.ts';
import { type WebhookMessage, type WebhookTemplate, webhookRequest } from './webhook-templates.ts';

/** From request to last byte. */
const usualTimeoutMs = 5000;
/** Read of a response: what it contains about a wait. */
const maxBytes = 16_384;
/** Failures in a row. */
const failuresToPause = 20;
const longestWaitMs = 6 * 3_600_000;

export type WebhookTarget = {
  readonly id: string;
  readonly url: string;
  readonly template: WebhookTemplate;
  readonly secret: string;
  readonly pausedBecause: string | null;
};
/** `appUrl` = address of the app, without a trailing slash. */
export type WebhookParts = {
  readonly db: Query;
  readonly posts: OutgoingPosts;
  readonly appUrl: () => string;
  /** From request to last byte. */
  readonly timeoutMs?: number;
};

/** Why nothing is sent to this address, as a sentence for its user. null = it may be sent. A name is checked again when it is resolved. */
export function addressFault(text: string, posts: OutgoingPosts): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  // A blank or backslash may end what a reader takes for the host.
  if (!url?.hostname || !/^https?:$/.test(url.protocol) || /[\s\\]/.test(text)) return 'Enter an https address.';
  if (url.username || url.password) return 'Enter the address without a user and password.';
  return posts.allows(url) ? null : privateAddress;
}

const privateAddress =
  'This address is in a private network or has no TLS. The owner of the server can allow it with WEBHOOK_PRIVATE_ADDRESSES.';

export function webhookSender(parts: WebhookParts): Sender {
  return async (outgoing) => {
    try {
      const target = await readTarget(parts.db, outgoing);
      if (!target) return { kind: 'failed', reason: 'The webhook no longer exists.' };
      if (target.pausedBecause !== null)
        return { kind: 'failed', reason: `The webhook is paused. ${target.pausedBecause}` };
      const hits = outgoing.hits.filter(({ ruleId }) => target.ruleIds.includes(ruleId));
      if (hits.length === 0) return { kind: 'failed', reason: 'The webhook and the rule have different owners.' };
      const { id, isEmergency, total } = outgoing;
      const others = outgoing.hits.length - hits.length;
      return await sendTo(target, { id, isEmergency, hits, total: total - others }, parts);
    } catch {
      return { kind: 'retry', reason: 'The webhook could not be read from the database.' };
    }
  };
}

/** `ruleIds` = rules of these hits with the same owner, which alone send to it. */
type OwnedTarget = WebhookTarget & { readonly ruleIds: readonly string[] };

async function readTarget(db: Query, { targetId, hits }: Outgoing): Promise<OwnedTarget | undefined> {
  const [target] = await db.query<OwnedTarget>(
    `select w.id::text, w.url, w.template, w.secret, w.paused_because as "pausedBecause", array(
       select r.id::text from watch_rules r where r.id = any($2::bigint[]) and r.owner = w.owner and case w.owner
         when 'user' then r.user_id = w.user_id when 'company' then lower(trim(r.company)) = lower(trim(w.company)) else true end) as "ruleIds"
     from webhooks w where w.id = $1`,
    [targetId, hits.map(({ ruleId }) => ruleId)],
  );
  return target;
}

/** Sends once, and notes the result at the webhook. Never rejects for a failed request. */
export async function sendTo(
  target: WebhookTarget,
  about: Pick<WebhookMessage, 'id' | 'isEmergency' | 'hits' | 'total'>,
  parts: WebhookParts,
): Promise<Outcome> {
  const nowMs = clock.now();
  const message = { ...about, sentAt: writeInstant(nowMs), appUrl: parts.appUrl() };
  const result = await post(target, message, parts);
  await note(parts.db, target, result);
  return result.outcome;
}

/** `isFailure` = counts towards a pause. `isGone` = pauses it now. */
type Result = { readonly outcome: Outcome; readonly isFailure: boolean; readonly isGone?: true };

async function post(
  { url: text, template, secret }: WebhookTarget,
  message: WebhookMessage,
  { posts, timeoutMs = usualTimeoutMs }: WebhookParts,
): Promise<Result> {
  const fault = addressFault(text, posts);
  if (fault) return failed(fault);
  const { url, body } = webhookRequest(template, new URL(text), message);
  const seconds = Math.floor(clock.now() / 1000);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'downlink-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
    // A connection that the other side closes between two requests would make the result of the second one unknown.
    connection: 'close',
  };
  try {
    return judge(await posts.post({ url, body, headers, timeoutMs, maxBytes }));
  } catch (error) {
    return ofError(error);
  }
}

const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

function judge({ status, headers, body }: UpstreamResponse): Result {
  if (status >= 200 && status < 300) return { outcome: { kind: 'sent' }, isFailure: false };
  const waitMs = bounded(waitOf(headers, clock.now()) ?? waitIn(body));
  if (status === 429 || (status === 503 && waitMs !== null))
    return {
      outcome: {
        kind: 'retry',
        reason: 'The service asked for a pause.',
        ...(waitMs === null ? {} : { afterMs: waitMs }),
      },
      isFailure: false,
    };
  if (status >= 500 || status === 408 || status === 425)
    return { outcome: { kind: 'retry', reason: `The service has failed (${status}).` }, isFailure: true };
  if (status >= 300 && status < 400) return failed(`The service sent a redirect (${status}), which is not followed.`);
  const chat = movedTo(body);
  if (chat !== null)
    return failed(`The group of Telegram has become a supergroup. Add its webhook again with chat_id=${chat}.`);
  if (status === 410) return { ...failed('The service no longer has this address (410).'), isGone: true };
  return failed(
    status === 404 ? 'The service does not know this address (404).' : `The service refused the notice (${status}).`,
  );
}

const failed = (reason: string): Result => ({ outcome: { kind: 'failed', reason }, isFailure: true });

/** Of the body of Discord (`retry_after`) or Telegram (`parameters.retry_after`), there in seconds. ms, null = none. */
function waitIn(body: Buffer): number | null {
  const seconds = /"retry_after"\s*:\s*(\d{1,9}(?:\.\d+)?)/.exec(body.toString('utf8'))?.[1];
  return seconds === undefined ? null : Number(seconds) * 1000;
}

/** Of the body of Telegram (`parameters.migrate_to_chat_id`): the old number of the group works no more. */
const movedTo = (body: Buffer): string | null =>
  /"migrate_to_chat_id"\s*:\s*(-?\d{1,20})\b/.exec(body.toString('utf8'))?.[1] ?? null;

const bounded = (waitMs: number | null): number | null =>
  waitMs === null ? null : Math.min(Math.max(waitMs, 1000), longestWaitMs);

function ofError(error: unknown): Result {
  if (error instanceof OutcomeUnknown)
    return {
      outcome: { kind: 'unknown', reason: 'The service did not answer, and may have the notice.' },
      isFailure: true,
    };
  if (error instanceof UpstreamError && error.trouble === 'wrong') return failed(privateAddress);
  const why = error instanceof UpstreamError ? 'no answer' : reasonOf(error);
  return { outcome: { kind: 'retry', reason: `The service is unreachable: ${why}.` }, isFailure: true };
}

/** Failures in a row are counted here, so that several servers count together. */
async function note(
  db: Query,
  { id }: WebhookTarget,
  { outcome, isFailure, isGone = undefined }: Result,
): Promise<void> {
  const result = outcome.kind === 'sent' ? 'sent' : outcome.reason;
  await db.query(
    `update webhooks set last_at = $2, last_result = $3,
       failures = case when $4 then failures + 1 when $5 then 0 else failures end,
       paused_because = case when $6 then $7 when $4 and failures + 1 >= $8 then $9 else paused_because end
     where id = $1`,
    [
      id,
      new Date(clock.now()),
      result,
      isFailure,
      outcome.kind === 'sent',
      isGone === true,
      `${result} Send a test to continue.`,
      failuresToPause,
      `${failuresToPause} failures in a row. The last one: ${result} Send a test to continue.`,
    ],
  );
}
