import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { adsbList } from './adsb-list.ts';

/** /adsbCompany: limited to the company of the caller (ADSB-16), which is always sent, even if blank (C38). */
export default defineList({
  ...adsbList,
  name: 'adsbCompany',
  endpoint: api.acarsMessage.adsbCompany,
  window: last({ hours: 72 }),
  company: 'always',
  messages: {
    empty: specTexts.list.empty,
    failed: specTexts.adsb.failed,
    incompleteDate: specTexts.list.incompleteDate,
  },
});
