import { api } from '../../../contract/api.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { aircraftSizes } from './aircraft-columns.ts';
import {
  aircraftName,
  airportLink,
  airportText,
  dayOf,
  divertedText,
  flightOf,
  landedText,
  lengthOf,
  minutesOf,
  timeOf,
} from './flight-cells.tsx';
import { aircraftOf } from './reference-cells.tsx';

/** /flights/{id}: the flights of an aircraft, newest first (REF-11, REF-12). Times are UTC. */
export default defineList({
  name: 'flights/$id',
  noun: ['flight', 'flights'],
  of: {
    param: 'aircraftId',
    isId: (id) => /^\d{1,15}$/.test(id),
    badId: specTexts.reference.noFlights,
    parent: { path: '/aircraft', label: 'Aircraft' },
    title: (row) => {
      const name = aircraftName(row);
      return name === null ? null : `Flights of ${name}`;
    },
    sample: { endpoint: api.aircraft.list, id: (row) => String(aircraftOf(row).aircraftId) },
  },
  endpoint: api.flight.ofAircraft,
  window: null,
  columns: [
    { key: 'flightCode', header: 'Code', width: 120 },
    {
      key: 'flightDate',
      header: 'Date',
      width: 130,
      value: (row) => dayOf(row),
      rank: (row) => flightOf(row).flightDate,
    },
    {
      key: 'fromAirport',
      header: 'From',
      width: 190,
      value: airportText('fromAirport'),
      cell: airportLink('fromAirport'),
    },
    { key: 'toAirport', header: 'To', width: 190, value: airportText('toAirport'), cell: airportLink('toAirport') },
    { key: 'flightTime', header: 'Duration', width: 110, value: lengthOf, rank: minutesOf('flightTime') },
    { key: 'flightStd', header: 'Std', width: 100, value: timeOf('flightStd') },
    { key: 'flightAtd', header: 'Atd', width: 100, value: timeOf('flightAtd') },
    { key: 'flightSta', header: 'Sta', width: 100, value: timeOf('flightSta') },
    { key: 'flightStatus', header: 'Status', width: 190, isMono: false },
    { key: 'flightLanded', header: 'Landed', width: 100, value: landedText },
    {
      key: 'divertedToAirport',
      header: 'Diverted',
      width: 190,
      value: divertedText,
      cell: airportLink('divertedToAirport'),
    },
  ],
  without: ['aircraft'],
  filters: {},
  paging: { sizes: aircraftSizes, all: 'always', total: 'unknown' },
  hasFewColumns: true,
  isClearedOnLeave: true,
  messages: {
    empty: specTexts.reference.noFlightsOfAirline,
    failed: specTexts.reference.flightsFailed,
    incompleteDate: specTexts.list.incompleteDate,
    loading: specTexts.reference.loading,
  },
  card: {
    title: ['flightCode', 'flightDate'],
    time: null,
    text: null,
    facts: ['flightAtd', 'fromAirport', 'toAirport', 'flightStatus'],
  },
});
