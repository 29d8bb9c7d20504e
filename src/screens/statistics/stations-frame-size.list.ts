import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import {
  onStatistics,
  recordColumns,
  recordFilters,
  recordPaging,
  recordTexts,
  recordWindow,
} from './stations-status.list.ts';

/** Frame sizes sent by stations, on /statistics (FSZ-01 to FSZ-05). */
export default defineList({
  name: 'stationsFrameSize',
  within: onStatistics('frames'),
  noun: ['record', 'records'],
  endpoint: api.station.frameSize,
  window: recordWindow,
  columns: [
    ...recordColumns,
    { key: 'frameSizeMin', header: 'Smallest Frame', unit: 'B', width: 160, meaning: 'Size of the smallest frame' },
    { key: 'frameSizeMax', header: 'Largest Frame', unit: 'B', width: 160, meaning: 'Size of the largest frame' },
    { key: 'frameSizeAvg', header: 'Average Frame', unit: 'B', width: 160, meaning: 'Average size of the frames' },
  ],
  filters: recordFilters,
  paging: recordPaging,
  export: { fileName: specTexts.stationRecords.frameSizeWorkbook, without: [] },
  messages: { ...recordTexts, failed: specTexts.stationRecords.frameSizeFailed },
  isFilterClosedByReset: true,
  card: {
    title: ['stationId', 'msgType'],
    time: 'createdOn',
    text: null,
    facts: ['frameSizeMin', 'frameSizeMax', 'frameSizeAvg'],
    otherFacts: ['timestamp'],
  },
});
