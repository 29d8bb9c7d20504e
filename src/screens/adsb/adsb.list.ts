import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { adsbBringIn, adsbCard, adsbColumns, adsbExport, adsbGroups } from './adsb-columns.ts';
import { adsbFilterLabels } from './adsb-filters.ts';

/** /adsb: decoded frames of all stations (ADSB-01). Its call carries no token (C36). */
export const adsb = defineList({
  name: 'adsb',
  title: 'ADSB (all data)',
  noun: ['message', 'messages'],
  endpoint: api.acarsMessage.adsb,
  window: last({ hours: 1 }),
  columns: adsbColumns,
  filters: adsbFilterLabels,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  export: adsbExport,
  messages: {
    empty: specTexts.list.empty,
    failed: specTexts.adsb.failed,
    incompleteDate: specTexts.list.incompleteDate,
    bringIn: adsbBringIn,
  },
  groups: adsbGroups,
  card: adsbCard,
});
