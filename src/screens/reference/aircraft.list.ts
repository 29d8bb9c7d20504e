import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { aircraftTypeOptions, airlineOptions, typeCodeOptions } from '../../list/filter/inputs/option-sources.ts';
import { aircraftColumns, aircraftList, aircraftSizes } from './aircraft-columns.ts';
import { airlineOfAircraft } from './reference-cells.tsx';

/** /aircraft: every aircraft (REF-05 to REF-07). */
export default defineList({
  ...aircraftList,
  name: 'aircraft',
  endpoint: api.aircraft.list,
  columns: aircraftColumns.map((column) =>
    column.key === 'airline' ? { ...column, cell: airlineOfAircraft } : column,
  ),
  filters: {
    // C37b.
    airline: { label: 'Airline', group: 'Airline', typeAhead: airlineOptions },
    operators: { label: 'Operator', group: 'Airline' },
    registration: { label: 'Registration', group: 'Aircraft' },
    typeCode: { label: 'Type Code', group: 'Aircraft', typeAhead: typeCodeOptions },
    fullType: { label: 'Aircraft Type', group: 'Aircraft', typeAhead: aircraftTypeOptions },
    serialNumber: { label: 'Serial Number', group: 'Aircraft' },
    modeS: { label: 'Mode S', group: 'Aircraft' },
    manufactureDate: { label: 'Manufactured', group: 'Aircraft' },
  },
  paging: { sizes: aircraftSizes, all: 'after-search' },
  messages: {
    empty: specTexts.reference.noAircraft,
    failed: specTexts.reference.aircraftFailed,
    incompleteDate: specTexts.list.incompleteDate,
    loading: specTexts.reference.loading,
    bringIn: {
      screen: { path: '/import', label: 'Import a file' },
      text: 'To import an aircraft file (Virtual Radar, OpenSky), choose Import messages in the account menu, or run on the server:',
      command: 'npm run import -- --reference FILE',
    },
  },
});
