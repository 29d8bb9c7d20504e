/**
 * What both lists of decoded frames share: columns, filters, sizes of a page, export, the open row, cards.
 * Must not: name an endpoint.
 */
import { adsbCard, adsbColumns, adsbExport, adsbGroups } from './adsb-columns.ts';
import { adsbFilterLabels } from './adsb-filters.ts';

export const adsbList = {
  noun: ['message', 'messages'],
  columns: adsbColumns,
  filters: adsbFilterLabels,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  export: adsbExport,
  groups: adsbGroups,
  card: adsbCard,
} as const;
