import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { perAircraftList, perAircraftMessages } from './per-aircraft-list.ts';

/** /acarsWithExtDataCompany: limited to the company of the caller. */
export default defineList({
  ...perAircraftList,
  name: 'acarsWithExtDataCompany',
  endpoint: api.acarsMessage.withExtDataCompany,
  company: 'when-set',
  messages: { ...perAircraftMessages, failed: specTexts.adsb.failed },
});
