import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { HttpError } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import type { Services } from '../../services.ts';

const later = async (): Promise<never> => {
  throw new HttpError(503, 'Not built yet.');
};

export const makeRulesHandlers = (_services: Services): Handlers<Api['rules'], Context> => ({
  list: later,
  add: later,
  change: later,
  remove: later,
  tryOut: later,
  ways: later,
});
