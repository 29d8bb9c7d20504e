/** The search index of the caller. */
import { get } from '../endpoint.ts';
import * as entity from '../entities/find.ts';
import { instantParam } from '../params.ts';

export const find = {
  index: get('ADD-findIndex', '/find/index', entity.findIndex, {
    query: { since: instantParam },
    stored: { title: 'Search index' },
    summary: 'Aircraft and stations of the caller for a search on the device. `since`: only aircraft that changed',
  }),
};
