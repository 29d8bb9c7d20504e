/**
 * What the two lists of station records have in common: columns of the record itself, filters, texts (FSZ-01).
 * Must not: know one of the two.
 */
import { specTexts } from '../../lib/spec-texts.ts';
import { last } from '../../list/define-list.ts';

export const recordColumns = [
  {
    key: 'createdOn',
    header: 'createdOn',
    width: 180,
    hasUtcMark: true,
    meaning: 'When the record was made, by the station',
  },
  { key: 'timestamp', header: 'timestamp', unit: 's', width: 150, meaning: 'The same in seconds since 1970' },
  { key: 'stationId', header: 'stationId', width: 130, meaning: 'Digits of the station' },
  { key: 'msgType', header: 'msgType', width: 110, meaning: 'Which messages the record speaks of' },
] as const;

/** SST-04, SST-11: both texts are free. */
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
/** Where both stand. */
export const onStatistics = (slot: string) => ({ path: '/statistics', label: 'Statistics', slot }) as const;
