import { api } from '../../../contract/api.ts';
import { faultStates } from '../../../contract/entities/faults.ts';
import { ataChapters } from '../../../decoder/faults/ata-chapters.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, last } from '../../list/define-list.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import {
  chapterCell,
  faultActions,
  firstCell,
  lastCell,
  legsText,
  stateCell,
  stripCell,
  tailCell,
} from './fault-cells.tsx';

/** /faults: what aircraft reported, repeats as one row (decision 44). */
export default defineList({
  name: 'faults',
  noun: ['fault', 'faults'],
  endpoint: api.faults.list,
  canNotify: true,
  window: last({ hours: 360 }),
  filterBar: lazyPart(async () => ({ default: (await import('./FaultChips.tsx')).FaultChips })),
  ownKeys: ['s', 'n'],
  views: { aircraft: lazyPart(async () => ({ default: (await import('./FaultGroups.tsx')).FaultGroups })) },
  note: 'Received faults only. A fault that no station received is not listed.',
  // The first ten fill a window of 1280 px next to the menu.
  columns: [
    { key: 'state', header: 'State', width: 122, cell: stateCell },
    { key: 'tail', header: 'Tail', width: 84, cell: tailCell },
    { key: 'chapter', header: 'ATA', width: 178, cell: chapterCell },
    { key: 'name', header: 'Fault', width: 172, isMono: true },
    { key: 'source', header: 'Source', width: 88, meaning: 'Reporting system or part' },
    { key: 'strip', header: 'Last 10 legs', width: 150, cell: stripCell },
    { key: 'legs', header: 'Legs', width: 74, align: 'end', cell: (row) => legsText(row) },
    { key: 'first', header: 'First', width: 66, align: 'end', cell: firstCell },
    { key: 'last', header: 'Last', width: 66, align: 'end', cell: lastCell },
    { key: 'stations', header: 'Stations', width: 76, meaning: 'Stations that received it' },
    { key: 'persistence', header: 'Persistence', width: 130, meaning: 'Of the newest report' },
    { key: 'what', header: 'Kind', width: 110 },
    { key: 'ata', header: 'ATA reference', width: 130 },
    { key: 'class', header: 'Class', width: 100, meaning: 'As in the text' },
    { key: 'severity', header: 'Severity', width: 110 },
    { key: 'phase', header: 'Phase', width: 110 },
    { key: 'inferred', header: 'Inferred', isMono: false, meaning: 'Values that the format does not document' },
    { key: 'receptions', header: 'Receptions', width: 120 },
    { key: 'note', header: 'Note', isMono: false, width: 240 },
    { key: 'setBy', header: 'State set by', width: 130 },
    { key: 'setAt', header: 'State set at', width: 180, hasUtcMark: true },
    { key: 'isAgain', header: 'Again after closing', width: 150 },
  ],
  without: ['identity'],
  filters: {
    start: { label: 'From, To', group: 'Time' },
    tail: { label: 'Tail', group: 'Aircraft' },
    state: { label: 'State', group: 'Fault', values: faultStates },
    chapter: { label: 'ATA chapter', group: 'Fault', values: Object.keys(ataChapters).sort() },
    ata: { label: 'ATA reference', group: 'Fault' },
    name: { label: 'Fault', group: 'Fault' },
    source: { label: 'Source', group: 'Fault' },
    persistence: { label: 'Persistence', group: 'Fault', values: ['hard', 'intermittent'] },
    what: { label: 'Kind', group: 'Fault', values: ['failure', 'warning', 'effect', 'message', 'status'] },
    legs: { label: 'Legs', group: 'Fault', meaning: 'Legs of which a report of the fault was received' },
  },
  paging: { sizes: [10, 25, 50, 100, 1000], all: 'after-search' },
  export: { fileName: 'Faults', without: [] },
  messages: {
    empty: 'No faults received.',
    failed: 'The faults could not be loaded.',
    incompleteDate: specTexts.list.incompleteDate,
  },
  card: {
    title: ['tail', 'chapter'],
    time: 'last',
    text: 'name',
    facts: ['state', 'strip', 'legs', 'source'],
    otherFacts: [],
    actions: faultActions,
  },
});
