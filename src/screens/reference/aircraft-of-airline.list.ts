import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { aircraftColumns, aircraftList, aircraftSizes } from './aircraft-columns.ts';
import { aircraftOf } from './reference-cells.tsx';

/** /aircraft/{id}: the aircraft of an airline (REF-08). Its call has neither filters nor flags (C103), so All is always enabled (C22b). */
export default defineList({
  ...aircraftList,
  name: 'aircraft/$id',
  of: {
    param: 'airlineId',
    isId: (id) => /^\d{1,15}$/.test(id),
    badId: specTexts.reference.selectAirline,
    parent: { path: '/airlines', label: 'Airlines' },
    title: (row) => {
      const { airline } = aircraftOf(row);
      return airline && `Aircraft of ${airline.airlineName}`;
    },
    sample: { endpoint: api.aircraft.list, id: (row) => String(aircraftOf(row).airline?.airlineId) },
  },
  endpoint: api.aircraft.inAirline,
  columns: aircraftColumns,
  filters: {},
  paging: { sizes: aircraftSizes, all: 'always' },
  messages: {
    empty: specTexts.reference.noAircraftOfAirline,
    failed: specTexts.reference.aircraftFailed,
    incompleteDate: specTexts.list.incompleteDate,
    loading: specTexts.reference.loading,
  },
});
