/**
 * The words of the ADS-B filter: those of the columns, in their groups.
 * Must not: say what a field is called or where it belongs (adsb-columns.ts).
 */
import { adsbFilters } from '../../../contract/calls/messages.ts';
import { type FilterLabel, type FilterStem, filterStem } from '../../list/define-list.ts';
import { adsbColumns, adsbGroups } from './adsb-columns.ts';
import { adsbValues } from './adsb-values.ts';

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
