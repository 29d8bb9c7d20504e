import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { adsbList } from './adsb-list.ts';

/** /adsbCompany: decoded frames as far as the caller's company may see them (ADSB-16); the company is always sent, blank too (C38). */
export const adsbCompany = defineList({
  ...adsbList,
  name: 'adsbCompany',
  title: specTexts.menu.adsbMessages,
  endpoint: api.acarsMessage.adsbCompany,
  window: last({ hours: 72 }),
  company: 'always',
  messages: {
    empty: specTexts.list.empty,
    failed: specTexts.adsb.failed,
    incompleteDate: specTexts.list.incompleteDate,
  },
});
