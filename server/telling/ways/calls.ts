import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import type { Context } from '../../http/guard.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { OutgoingPosts } from '../../outgoing/fetch-upstream.ts';
import type { Push } from './push.ts';
import { makePushHandlers } from './push-calls.ts';
import { makeWebhookHandlers } from './webhook-calls.ts';

type Parts = { readonly push: Push; readonly webhookPosts: OutgoingPosts; readonly mailer: Mailer };

export const makeWaysHandlers = (parts: Parts): Handlers<Api['ways'], Context> => ({
  ...makePushHandlers(parts),
  ...makeWebhookHandlers({ posts: parts.webhookPosts, appUrl: () => parts.mailer.publicUrl() }),
});
