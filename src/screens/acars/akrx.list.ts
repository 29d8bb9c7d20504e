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
  decodeAction,
} from './acars-columns.ts';

/** /akrx: raw ACARS as far as the caller's company may see it (RAW-01, RAW-15). */
export const akrx = defineList({
  name: 'akrx',
  title: specTexts.menu.acarsRaw,
  noun: ['message', 'messages'],
  endpoint: api.acarsMessage.company,
  window: last({ hours: 24 }),
  columns: acarsColumns,
  filters: acarsFilterLabels,
  paging: { sizes: [10, 25, 50, 100, 1000], all: 'after-search' },
  company: 'when-set',
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
