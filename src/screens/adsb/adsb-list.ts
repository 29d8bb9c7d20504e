import { adsbFilters } from '../../../contract/calls/messages.ts';
import { adsb, adsbGroups } from '../../../contract/entities/adsb.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { columnsOf, labelsOf } from '../../list/list-fields.ts';
import { stationCell } from '../../objects/station-cell.tsx';
import { addressCell } from '../../objects/tail-cells.tsx';
import { adsbCard, adsbExport, adsbReading } from './adsb-columns.ts';
import { adsbValues } from './adsb-values.ts';

const columns = columnsOf(adsb, [], {
  icao: { cell: addressCell },
  stationId: { cell: stationCell },
  haeBaroOffset: { named: { value: -9999, name: specTexts.adsb.notValid } },
});
const filters = labelsOf(adsb, adsbGroups, adsbFilters, {
  ...Object.fromEntries(Object.entries(adsbValues).map(([field, values]) => [field, { values }])),
  type: { values: adsbValues.msgType, label: 'Type', meaning: 'The same field as Msg Type' },
  // PAGE-16: the only numeric input without a minimum.
  ewVelocity: { hasMinimum: false },
});

export const adsbList = {
  noun: ['message', 'messages'],
  band: 'adsb',
  columns,
  filters,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  export: adsbExport,
  groups: adsbGroups,
  card: adsbCard,
  ...adsbReading,
} as const;
