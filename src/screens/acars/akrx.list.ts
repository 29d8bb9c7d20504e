import { api } from '../../../contract/api.ts';
import { acars, acarsGroups } from '../../../contract/entities/acars.ts';
import { defineList, last } from '../../list/define-list.ts';
import { labelsOf } from '../../list/list-fields.ts';
import { meaningLabels } from './acars-columns.ts';
import { acarsList, acarsMessages } from './acars-list.ts';

const endpoint = api.acarsMessage.company;

/** /akrx: raw ACARS, limited to the company of the caller (RAW-01, RAW-15). */
export default defineList({
  ...acarsList,
  name: 'akrx',
  endpoint,
  window: last({ hours: 24 }),
  filters: { ...labelsOf(acars, acarsGroups, endpoint.list.filters), ...meaningLabels },
  paging: { sizes: [10, 25, 50, 100, 1000], all: 'after-search' },
  company: 'when-set',
  messages: acarsMessages,
});
