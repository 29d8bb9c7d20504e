import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { acarsFilterLabels } from './acars-columns.ts';
import { acarsList, acarsMessages } from './acars-list.ts';

/** /akrx: raw ACARS as far as the caller's company may see it (RAW-01, RAW-15). */
export const akrx = defineList({
  ...acarsList,
  name: 'akrx',
  title: specTexts.menu.acarsRaw,
  endpoint: api.acarsMessage.company,
  window: last({ hours: 24 }),
  filters: acarsFilterLabels,
  paging: { sizes: [10, 25, 50, 100, 1000], all: 'after-search' },
  company: 'when-set',
  messages: acarsMessages,
});
