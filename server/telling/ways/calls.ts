import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { HttpError } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import type { Services } from '../../services.ts';

const later = async (): Promise<never> => {
  throw new HttpError(503, 'Not built yet.');
};

export const makeWaysHandlers = (_services: Services): Handlers<Api['ways'], Context> => ({
  push: later,
  subscribe: later,
  unsubscribe: later,
  testPush: later,
  webhooks: later,
  addWebhook: later,
  removeWebhook: later,
  testWebhook: later,
});
