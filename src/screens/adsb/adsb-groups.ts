/**
 * The fields of ADS-B by what they are about: the groups of an open row, and of the filter with its words.
 * Must not: say what a field is called (adsb-columns.ts).
 */
import { adsbFilters } from '../../../contract/calls/messages.ts';
import { type FieldGroup, type FilterLabel, type FilterStem, filterStem } from '../../list/define-list.ts';
import { type AdsbField, adsbColumns } from './adsb-columns.ts';
import { adsbValues } from './adsb-values.ts';

/** Each field stands in one group. */
export const adsbGroups = [
  { name: 'Time, reception', fields: ['adsbDateTime', 'timestamp', 'stationId', 'level', 'error'] },
  {
    name: 'Identity',
    fields: ['icao', 'identification', 'squawk', 'aircraftType', 'address', 'addressType', 'modeA', 'modeAIdent'],
  },
  {
    name: 'Position, altitude',
    fields: [
      'altitude',
      'altUnit',
      'altInfo',
      'modeC',
      'haeBaroOffset',
      'lat',
      'lon',
      'posDecoding',
      'fFlag',
      'tFlag',
      'nucp',
      'nacp',
    ],
  },
  {
    name: 'Velocity',
    fields: [
      'airspeed',
      'airspeedStatus',
      'heading',
      'headingStatus',
      'ewVelocity',
      'ewStatus',
      'nsVelocity',
      'nsStatus',
      'verticalRate',
      'verticalRateSrc',
      'verticalStatus',
    ],
  },
  { name: 'State', fields: ['flightStatus', 'emergencyState', 'vs', 'capability', 'dr', 'um', 'cc', 'sl'] },
  { name: 'Message format', fields: ['msgType', 'report', 'esType', 'esSub', 'controlField', 'iid'] },
  { name: 'Comm-B', fields: ['commBBds', 'commBMb', 'bds2Identification'] },
] as const satisfies readonly FieldGroup<AdsbField>[];

type Stem = FilterStem<typeof adsbFilters>;

/** Where a filter's words are not those of the column that it looks at. */
const ownWords: { readonly [S in Stem]?: Partial<FilterLabel> } = {
  type: { label: 'Type', meaning: 'The same field as Msg Type' },
  // PAGE-16: the one number whose input has no minimum.
  ewVelocity: { hasMinimum: false },
};

/** ADSB-10: each filter in the group of the field that it looks at (tests/list-definitions.test.ts: none is forgotten). */
function labelsOfFilters(): { readonly [S in Stem]: FilterLabel } {
  const labels: Record<string, FilterLabel> = {};
  for (const { name: group, fields } of adsbGroups) {
    for (const field of fields) {
      const { header, unit, meaning }: Words = adsbColumns.find((column) => column.key === field) ?? { header: field };
      for (const filter of adsbFilters.filter((one) => one.field === field)) {
        const stem = filterStem(filter) as Stem;
        labels[stem] = { label: header, group, unit, meaning, values: adsbValues[field], ...ownWords[stem] };
      }
    }
  }
  return labels as { [S in Stem]: FilterLabel };
}
type Words = { readonly header: string; readonly unit?: string; readonly meaning?: string };

export const adsbFilterLabels = labelsOfFilters();
