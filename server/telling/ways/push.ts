/** Sends web push messages (RFC 8030, 8188, 8291, 8292), and says whether this server can. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { LRUCache } from 'lru-cache';
import webPush from 'web-push';
import type { PushPayload } from '../../../contract/entities/notices.ts';
import { aging, clock } from '../../base/clock.ts';
import type { Conditions } from '../../base/conditions.ts';
import { connectTo, reasonOf } from '../../base/outgoing-address.ts';
import { ShortCache } from '../../base/short-cache.ts';
import type { Query } from '../../database/pool.ts';
import { OutcomeUnknown, type OutgoingPosts, waitOf } from '../../outgoing/fetch-upstream.ts';
import { UpstreamError, type UpstreamResponse } from '../../outgoing/outgoing-line.ts';
import type { PushConfig } from './push-config.ts';
import type { Outcome, Outgoing } from './sender.ts';

type Settings = {
  readonly push: PushConfig;
  readonly mail: { readonly publicUrl: string | null; readonly from: string };
};
type Keys = { readonly publicKey: string; readonly privateKey: string };
type Device = { readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly userId: string };
/** How a user opens the app: a browser allows push on HTTPS, and on its own machine. */
type Visit = { readonly isSecure: boolean; readonly host: string };

const encoding = 'aes128gcm';
const timeoutMs = 10_000;
const maxPayloadBytes = 3000;
const lifetimeS = { usual: 4 * 3600, emergency: 900 };
/** The library signs for 12 h. */
const signatureMs = 6 * 3_600_000;
/** Services of the common browsers: one that answers shows that this server is on the internet. */
const usualServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://web.push.apple.com',
];
const probeMs = 3000;
const probedForMs = 60_000;
const titles = 5;
const isOwnMachine = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

export class Push {
  readonly #db: Query;
  readonly #config: Settings;
  readonly #posts: OutgoingPosts;
  readonly #conditions: Conditions;
  #keys: Keys | null = null;
  /** By origin: a signature takes 16 ms. */
  readonly #signatures = new LRUCache<string, string>({ max: 100, ttl: signatureMs, ...aging });
  readonly #probes = new ShortCache<boolean>({ maxAgeMs: probedForMs, max: 1 });

  constructor(db: Query, config: Settings, posts: OutgoingPosts, conditions: Conditions) {
    this.#db = db;
    this.#config = config;
    this.#posts = posts;
    this.#conditions = conditions;
  }

  /** Why a device cannot receive push messages of this server, and what to use instead. null = it can. */
  async fault({ isSecure, host }: Visit): Promise<string | null> {
    if (!this.#config.push.isOn)
      return 'The owner of this server turned push messages off. Use email, a webhook or MQTT instead.';
    const hasHttps = isSecure || this.#config.mail.publicUrl?.startsWith('https:') === true;
    if (!hasHttps && !isOwnMachine(host))
      return 'Push messages need HTTPS, and this server has none. Use email, a webhook or MQTT instead.';
    if (await this.#probes.respond('', () => this.#isOnline())) return null;
    return 'This server cannot reach a push service on the internet. Use email, a webhook or MQTT instead.';
  }

  /** Whether an endpoint is an address to which this server sends. */
  allows(endpoint: string): boolean {
    return URL.canParse(endpoint) && this.#posts.allows(new URL(endpoint));
  }

  /** Part of each subscription of a browser: created once for all servers of the database. */
  async publicKey(): Promise<string> {
    return (await this.#ownKeys()).publicKey;
  }

  /** `unseen` = new notices of the user, for the badge. */
  async send(outgoing: Outgoing, unseen: number): Promise<Outcome> {
    const device = await this.#deviceOf(outgoing);
    if (!device) return { kind: 'failed', reason: 'The device was removed.' };
    const outcome = await this.#post(outgoing, device, payloadOf(outgoing, device.userId, unseen));
    await this.#note(outgoing, outcome);
    return outcome;
  }

  async #deviceOf({ targetId, userId }: Outgoing): Promise<Device | undefined> {
    // A device on which another user logged in is that user's.
    const [device] = await this.#db.query<Device>(
      `select endpoint, p256dh, auth, user_id as "userId" from push_devices where id = $1 and user_id = $2`,
      [targetId, userId],
    );
    return device;
  }

  async #post(outgoing: Outgoing, device: Device, payload: string): Promise<Outcome> {
    const url = new URL(device.endpoint);
    try {
      const { cipherText } = webPush.encrypt(device.p256dh, device.auth, payload, encoding);
      const response = await this.#posts.post({
        url,
        body: cipherText,
        headers: {
          authorization: await this.#signatureFor(url.origin),
          'content-type': 'application/octet-stream',
          'content-encoding': encoding,
          ttl: String(outgoing.isEmergency ? lifetimeS.emergency : lifetimeS.usual),
          urgency: outgoing.isEmergency ? 'high' : 'normal',
          topic: topicOf(outgoing),
        },
        timeoutMs,
        maxBytes: 1000,
      });
      return this.#judge(response, url.origin);
    } catch (error) {
      if (error instanceof OutcomeUnknown) return { kind: 'unknown', reason: 'The push service did not respond.' };
      if (error instanceof UpstreamError && error.trouble === 'wrong')
        return { kind: 'failed', reason: 'The push service has a private address.' };
      return { kind: 'retry', reason: `The push service cannot be reached: ${reasonOf(error)}.` };
    }
  }

  #judge({ status, headers }: UpstreamResponse, origin: string): Outcome {
    // Mozilla answers 401, Apple and Google 403.
    if (status === 401 || status === 403) {
      this.#conditions.report('push', refusedKey);
      // Signed by a clock that was wrong, it stays refused after the clock is right.
      this.#signatures.delete(origin);
      return { kind: 'retry', reason: 'The push service refuses this server. Its Admin sees why.' };
    }
    if (status >= 200 && status < 300) {
      this.#conditions.report('push', null);
      return { kind: 'sent' };
    }
    if (status === 404 || status === 410)
      return { kind: 'failed', reason: 'The device ended its subscription.', removesTarget: true };
    if (status === 413) return { kind: 'failed', reason: 'The message is too large for the push service.' };
    // Microsoft limits with 406.
    if (status === 429 || status === 406 || status >= 500) {
      const afterMs = waitOf(headers, clock.now());
      const reason = `The push service asked for a pause (status ${status}).`;
      return { kind: 'retry', reason, ...(afterMs === null ? {} : { afterMs }) };
    }
    return { kind: 'failed', reason: `The push service refused the message (status ${status}).` };
  }

  async #note({ targetId }: Outgoing, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'failed' && outcome.removesTarget)
      await this.#db.query('delete from push_devices where id = $1', [targetId]);
    else
      await this.#db.query('update push_devices set last_at = $2, last_result = $3 where id = $1', [
        targetId,
        new Date(clock.now()),
        outcome.kind === 'sent' ? 'sent' : outcome.reason,
      ]);
  }

  async #signatureFor(origin: string): Promise<string> {
    const known = this.#signatures.get(origin);
    if (known) return known;
    const { publicKey, privateKey } = await this.#ownKeys();
    const { Authorization } = webPush.getVapidHeaders(origin, this.#subject(), publicKey, privateKey, encoding);
    this.#signatures.set(origin, Authorization);
    return Authorization;
  }

  /** Whom a push service contacts about this server. */
  #subject(): string {
    const { publicUrl, from } = this.#config.mail;
    return publicUrl?.startsWith('https:') ? new URL(publicUrl).origin : `mailto:${from}`;
  }

  async #ownKeys(): Promise<Keys> {
    if (this.#keys) return this.#keys;
    const read = (): Promise<Keys[]> =>
      this.#db.query<Keys>('select public_key as "publicKey", private_key as "privateKey" from push_keys');
    let [keys] = await read();
    if (!keys) {
      const { publicKey, privateKey } = webPush.generateVAPIDKeys();
      await this.#db.query('insert into push_keys (public_key, private_key) values ($1, $2) on conflict do nothing', [
        publicKey,
        privateKey,
      ]);
      // Of two servers that begin together, both use the key of the first.
      [keys] = await read();
    }
    if (!keys) throw new Error('The key of push messages could not be stored.');
    this.#keys = keys;
    return keys;
  }

  async #isOnline(): Promise<boolean> {
    const { services } = this.#config.push;
    const places = services.length > 0 ? services : usualServices;
    return Promise.any(places.map((origin) => connects(new URL(origin), services.length > 0))).then(
      () => true,
      () => false,
    );
  }
}

const refusedKey =
  'A push service refuses the messages of this server. Check its clock, and set PUBLIC_URL to its https address or MAIL_FROM to an address that receives email.';

async function connects({ protocol, hostname, port }: URL, isOwners: boolean): Promise<void> {
  const socket = connectTo(
    { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) },
    { isOwners },
  );
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(probeMs) });
  } finally {
    socket.on('error', () => {}).destroy();
  }
}

/** A service keeps one message of a topic for a device that is offline: the newest about an event. Mozilla allows letters and digits only. */
function topicOf({ hits: [hit], total, id }: Outgoing): string {
  const what = hit && total === 1 ? `${hit.ruleId} ${hit.eventKey}` : `digest ${id}`;
  return createHash('sha256').update(what).digest('hex').slice(0, 32);
}

/** At most 3,000 bytes: a service takes 4,096 with encryption. */
function payloadOf({ hits, total, isEmergency, id }: Outgoing, user: string, unseen: number): string {
  const [hit] = hits;
  const isOne = hit !== undefined && total === 1;
  const payload = (body: string): string =>
    JSON.stringify({
      id: hit?.id ?? id,
      title: cut(isOne ? hit.title : `${total.toLocaleString('en')} notices`, 120),
      body,
      path: isOne && hit.path.length <= 300 ? hit.path : '/notices',
      at: hit?.at ?? '',
      isEmergency,
      new: unseen,
      user,
    } satisfies PushPayload);
  let body = isOne
    ? hit.words
    : hits
        .slice(0, titles)
        .map(({ title }) => cut(title, 120))
        .join('\n');
  while (Buffer.byteLength(payload(body)) > maxPayloadBytes) body = cut(body, Math.floor(body.length * 0.8));
  return payload(body);
}

/** Never within a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}
