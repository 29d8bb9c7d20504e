/** Columns, filters and texts shared by both lists of station records (FSZ-01). */
import { specTexts } from '../../lib/spec-texts.ts';
import { last } from '../../list/define-list.ts';
import { stationCell } from '../../objects/station-cell.tsx';

/** Headers by C79: labels of other lists and of the filter, the wire name in the tooltip. */
export const recordColumns = [
  {
    key: 'createdOn',
    header: 'Created On',
    width: 180,
    hasUtcMark: true,
    meaning: 'Record time, station clock',
  },
  { key: 'timestamp', header: 'Timestamp', unit: 's', width: 150, meaning: 'Record time in seconds since 1970' },
  { key: 'stationId', header: 'Station ID', width: 130, meaning: 'Station number', cell: stationCell },
  { key: 'msgType', header: 'Message Type', width: 140, meaning: 'Message type of the record' },
] as const;

/** SST-04, SST-11: both are free text. */
export const recordFilters = {
  start: { label: 'From, To', group: 'Time' },
  stationId: { label: 'Station ID', group: 'Station' },
  msgType: { label: 'Message Type', group: 'Station', values: ['ACARS', 'VDLM2', 'ADSB'] },
} as const;

/** SST-07: 'for previous day'. */
export const recordWindow = last({ hours: 24 });
/** SST-03, PAGE-13. */
export const recordPaging = { sizes: [10, 25, 50, 100, 1000], all: 'after-search' } as const;
export const recordTexts = {
  empty: specTexts.list.emptyPreviousDay,
  incompleteDate: specTexts.list.incompleteDateNoArrow,
  columnsMenu: { closed: specTexts.stationRecords.showColumns, open: specTexts.stationRecords.hideColumns },
} as const;
/** Route of both lists. */
export const onStatistics = (slot: string) => ({ path: '/statistics', label: 'Statistics', slot }) as const;
