import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { adsbCard, adsbColumns, adsbExport, adsbGroups } from './adsb-columns.ts';
import { adsbFilterLabels } from './adsb-filters.ts';

/** /adsbCompany: decoded frames as far as the caller's company may see them (ADSB-16); the company is always sent, blank too (C38). */
export const adsbCompany = defineList({
  name: 'adsbCompany',
  title: specTexts.menu.adsbMessages,
  noun: ['message', 'messages'],
  endpoint: api.acarsMessage.adsbCompany,
  window: last({ hours: 72 }),
  columns: adsbColumns,
  filters: adsbFilterLabels,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  company: 'always',
  export: adsbExport,
  messages: {
    empty: specTexts.list.empty,
    failed: specTexts.adsb.failed,
    incompleteDate: specTexts.list.incompleteDate,
  },
  groups: adsbGroups,
  card: adsbCard,
});
