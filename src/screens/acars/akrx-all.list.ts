import { api } from '../../../contract/api.ts';
import { acars, acarsGroups } from '../../../contract/entities/acars.ts';
import { defineList, last } from '../../list/define-list.ts';
import { labelsOf } from '../../list/list-fields.ts';
import { acarsBringIn, meaningLabels } from './acars-columns.ts';
import { acarsList, acarsMessages } from './acars-list.ts';

const endpoint = api.acarsMessage.allUsers;

/** /akrxAll: raw ACARS of all stations. */
export default defineList({
  ...acarsList,
  name: 'akrxAll',
  endpoint,
  window: last({ hours: 2 }),
  filters: { ...labelsOf(acars, acarsGroups, endpoint.list.filters), ...meaningLabels },
  paging: { sizes: [10, 25, 50, 100, 1000, 10_000], all: 'after-search' },
  messages: { ...acarsMessages, bringIn: acarsBringIn },
});
