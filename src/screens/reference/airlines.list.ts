import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { airlineActions, airlineLink, airlineText } from './reference-cells.tsx';

/** /airlines (REF-02 to REF-04). Empty: the text of USR-07 (C41). */
export default defineList({
  name: 'airlines',
  noun: ['airline', 'airlines'],
  endpoint: api.airline.list,
  window: null,
  columns: [
    { key: 'airlineName', header: 'Name', width: 320, isMono: false, value: airlineText, cell: airlineLink },
    { key: 'iata', header: 'IATA', width: 110 },
    { key: 'icao', header: 'ICAO', width: 110 },
    { key: 'fleet', header: 'Fleet', width: 110 },
  ],
  without: ['airlineId', 'isActive'],
  filters: {
    airlineName: { label: 'Name', group: 'Airline' },
    iata: { label: 'IATA', group: 'Airline' },
    icao: { label: 'ICAO', group: 'Airline' },
    fleet: { label: 'Fleet', group: 'Airline', unit: 'aircraft' },
  },
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  hasFewColumns: true,
  export: { fileName: 'Airlines', without: [] },
  messages: {
    empty: specTexts.users.empty,
    failed: specTexts.reference.airlinesFailed,
    incompleteDate: specTexts.list.incompleteDate,
    loading: specTexts.reference.loading,
  },
  card: { title: ['airlineName', 'iata', 'icao'], time: null, text: null, facts: [], actions: airlineActions },
});
