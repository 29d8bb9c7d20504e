import { api } from '../../../contract/api.ts';
import { defineList, last } from '../../list/define-list.ts';
import { acarsBringIn, acarsFilterLabels, consensusFilterLabels } from './acars-columns.ts';
import { acarsList, acarsMessages } from './acars-list.ts';

/** /akrxAll: raw ACARS of all stations. */
export const akrxAll = defineList({
  ...acarsList,
  name: 'akrxAll',
  title: 'ACARS raw (all data)',
  endpoint: api.acarsMessage.allUsers,
  window: last({ hours: 2 }),
  filters: { ...acarsFilterLabels, ...consensusFilterLabels },
  paging: { sizes: [10, 25, 50, 100, 1000, 10_000], all: 'after-search' },
  messages: { ...acarsMessages, bringIn: acarsBringIn },
});
