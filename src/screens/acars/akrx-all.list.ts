import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import {
  acarsBringIn,
  acarsCard,
  acarsColumns,
  acarsDetail,
  acarsExport,
  acarsFilterLabels,
  consensusFilterLabels,
  decodeAction,
} from './acars-columns.ts';

/** /akrxAll: raw ACARS of all stations. */
export const akrxAll = defineList({
  name: 'akrxAll',
  title: 'ACARS raw (all data)',
  noun: ['message', 'messages'],
  endpoint: api.acarsMessage.allUsers,
  window: last({ hours: 2 }),
  columns: acarsColumns,
  filters: { ...acarsFilterLabels, ...consensusFilterLabels },
  paging: { sizes: [10, 25, 50, 100, 1000, 10_000], all: 'after-search' },
  export: acarsExport,
  messages: {
    empty: specTexts.list.emptyPreviousDay,
    failed: specTexts.raw.failed,
    incompleteDate: specTexts.list.incompleteDate,
    bringIn: acarsBringIn,
  },
  card: acarsCard,
  detail: acarsDetail,
  textAction: decodeAction,
});
