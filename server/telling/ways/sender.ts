/** What a way must do: send one message and state what became of it. Own file: push, email, webhooks and MQTT implement it. */
import type { DeliveryWay, NoticeKind } from '../../../contract/entities/notices.ts';

/** A hit, without the text of its message. `at` = an instant, `path` = an address inside the app. `stationNumber` = of hits about a station. */
export type SentHit = {
  readonly id: string;
  readonly eventKey: string;
  readonly ruleId: string;
  readonly rule: string;
  readonly kind: NoticeKind;
  readonly isEmergency: boolean;
  readonly at: string;
  readonly title: string;
  readonly words: string;
  readonly path: string;
  readonly tail: string | null;
  readonly icao: string | null;
  readonly flight: string | null;
  readonly stationId: string;
  readonly stationNumber: string | null;
};

/**
 * One message. `id` stays the same over all attempts. `hits` = one or more, newest first, up to 100 of the `total`, each checked against
 * the scope of its receiver just before. `targetId` = of the push device or the webhook, null for email and MQTT. `userId` = the receiver,
 * null for webhooks and MQTT. `attempt` begins with 1.
 */
export type Outgoing = {
  readonly id: string;
  readonly way: DeliveryWay;
  readonly userId: string | null;
  readonly targetId: string | null;
  readonly hits: readonly SentHit[];
  readonly total: number;
  readonly isEmergency: boolean;
  readonly attempt: number;
};

/**
 * `retry` = certainly not delivered; tried again after `afterMs`, or after a pause that doubles. `failed` = never tried again, `removesTarget` =
 * the device or webhook exists no more. `unknown` = it may have been delivered: never sent again. Reasons are plain sentences that users read.
 */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly removesTarget?: true }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Never rejects. `signal` ends when the server does, or after the time of one attempt: what began is then `unknown`. */
export type Sender = (outgoing: Outgoing, signal: AbortSignal) => Promise<Outcome>;
