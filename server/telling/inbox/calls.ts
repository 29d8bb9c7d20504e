import type { Api } from '../../../contract/api.ts';
import type { Handlers } from '../../../contract/endpoint.ts';
import { HttpError } from '../../http/api-error.ts';
import type { Context } from '../../http/guard.ts';
import type { Services } from '../../services.ts';

const later = async (): Promise<never> => {
  throw new HttpError(503, 'Not built yet.');
};

export const makeNoticesHandlers = (_services: Services): Handlers<Api['notices'], Context> => ({
  list: later,
  count: later,
  change: later,
  settings: later,
  changeSettings: later,
});
