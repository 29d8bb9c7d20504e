/**
 * What both lists of raw messages share: columns, export, cards, the open row, texts.
 * Must not: name an endpoint.
 */
import { specTexts } from '../../lib/spec-texts.ts';
import { acarsCard, acarsColumns, acarsDetail, acarsExport, decodeAction } from './acars-columns.ts';

export const acarsList = {
  noun: ['message', 'messages'],
  columns: acarsColumns,
  export: acarsExport,
  card: acarsCard,
  detail: acarsDetail,
  textAction: decodeAction,
} as const;

export const acarsMessages = {
  empty: specTexts.list.emptyPreviousDay,
  failed: specTexts.raw.failed,
  incompleteDate: specTexts.list.incompleteDate,
} as const;
