import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { acarsBringIn } from './acars-columns.ts';
import { perAircraftList, perAircraftMessages } from './per-aircraft-list.ts';

/** /acarsWithExtData */
export default defineList({
  ...perAircraftList,
  name: 'acarsWithExtData',
  endpoint: api.acarsMessage.withExtData,
  messages: { ...perAircraftMessages, failed: specTexts.perAircraft.failed, bringIn: acarsBringIn },
});
