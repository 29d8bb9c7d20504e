/** Shared by the lists of ACARS messages, besides their fields. */
import { decodedWords, meaningKinds } from '../../../contract/entities/meaning.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import type { JoinProps } from '../../list/define-list.ts';
import { kindWords } from '../../objects/kind-words.ts';
import { lazyPart, Nothing } from '../../ui/lazy-part.tsx';

/** XLS-01, XLS-02: 25 columns. */
export const acarsExport = {
  fileName: specTexts.raw.workbook,
  without: ['aggregatedText', 'aggregationStatus', 'consensusStatus', 'consensusResult'],
} as const;

/** Columns of a card. */
export const acarsCard = {
  title: ['tail', 'flight'],
  time: 'acarsDateTime',
  text: 'text',
  facts: ['label', 'freq', 'level', 'stationId'],
} as const;

/** The receptions of a message and the result of its blocks; loaded when the first row is opened. */
export const acarsDetail = lazyPart(async () => ({ default: (await import('./MessageDetail.tsx')).MessageDetail }));

/** 'Decode' (C121). */
export const decodeAction = lazyPart(async () => ({ default: (await import('./DecodeRow.tsx')).DecodeRow }), Nothing);

/** Labels of the filters of what a message says (contract/filters.ts). */
const group = 'Meaning';
export const meaningLabels = {
  kind: {
    label: 'Kind',
    group,
    meaning: 'Kinds of messages, with commas between them',
    values: meaningKinds,
    named: kindWords,
  },
  element: { label: 'CPDLC Element', group, meaning: 'UM20, DM6' },
  ata: { label: 'ATA Chapter', group, meaning: 'Two digits, of faults' },
  decoded: {
    label: 'Decoded',
    group,
    meaning: 'yes, full, partial or none',
    values: decodedWords,
    named: { yes: 'in full or in part', full: 'in full', partial: 'in part', none: 'not decoded' },
  },
} as const;

/** Words, actions and views for reading, and the chips of kinds. */
export const acarsReading = {
  filterBar: lazyPart(async () => ({ default: (await import('./KindChips.tsx')).KindChips }), Nothing),
  cardWords: lazyPart(async () => ({ default: (await import('./reading/CardSentence.tsx')).CardSentence }), Nothing),
  cardJoin: lazyPart<JoinProps>(
    async () => ({ default: (await import('./reading/Transmissions.tsx')).Transmissions }),
    ({ rows, children }: JoinProps) =>
      children(
        rows,
        rows.map((_, at) => at),
      ),
  ),
  words: lazyPart(async () => ({ default: (await import('./reading/MessageWords.tsx')).LinkedMessageWords }), Nothing),
  rowActions: lazyPart(
    async () => ({ default: (await import('./reading/MessageActions.tsx')).MessageActions }),
    Nothing,
  ),
  touchView: 'read',
  views: {
    read: lazyPart(async () => ({ default: (await import('./reading/ReadMessages.tsx')).ReadMessages })),
    lines: lazyPart(async () => ({ default: (await import('./reading/MessageLines.tsx')).MessageLines })),
  },
} as const;

/** Shown in an empty installation. */
export const acarsBringIn = {
  screen: { path: '/receivers', label: 'Connect a receiver' },
  text: 'To import an acarsdec, dumpvdl2 or dumphfdl recording, run on the server:',
  command: 'npm run import -- --as-if-now FILE',
} as const;
