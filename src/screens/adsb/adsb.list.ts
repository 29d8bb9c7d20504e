import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { adsbBringIn } from './adsb-columns.ts';
import { adsbList } from './adsb-list.ts';

/** /adsb: frames of all stations (ADSB-01). Its call carries no token (C36). */
export default defineList({
  ...adsbList,
  name: 'adsb',
  endpoint: api.acarsMessage.adsb,
  window: last({ hours: 1 }),
  messages: {
    empty: specTexts.list.empty,
    failed: specTexts.adsb.failed,
    incompleteDate: specTexts.list.incompleteDate,
    bringIn: adsbBringIn,
  },
});
