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
} from './station-record-columns.ts';

/** The sizes of the frames that stations sent, on /statistics (FSZ-01 to FSZ-05). */
export const stationsFrameSize = defineList({
  name: 'stationsFrameSize',
  title: specTexts.statistics.stationsFrameSize,
  within: onStatistics('frames'),
  noun: ['record', 'records'],
  endpoint: api.station.frameSize,
  window: recordWindow,
  columns: [
    ...recordColumns,
    { key: 'frameSizeMin', header: 'frameSizeMin', unit: 'B', width: 140, meaning: 'The smallest frame' },
    { key: 'frameSizeMax', header: 'frameSizeMax', unit: 'B', width: 140, meaning: 'The largest frame' },
    { key: 'frameSizeAvg', header: 'frameSizeAvg', unit: 'B', width: 140, meaning: 'The mean of all frames' },
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
