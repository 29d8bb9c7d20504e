import { api } from '../../../contract/api.ts';
import { airportById } from '../../data/resources.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList } from '../../list/define-list.ts';
import { airportCell } from '../../objects/object-cells.tsx';
import { airportName, airportType, airportTypes } from './reference-cells.tsx';

/** /airports (REF-09, REF-10), and /airports/{id} with that airport first and expanded (C39). Empty: the text of USR-07 (C41). */
export default defineList({
  name: 'airports',
  noun: ['airport', 'airports'],
  endpoint: api.airport.list,
  first: { read: airportById, missing: () => 'There is no airport with this number.' },
  window: null,
  columns: [
    { key: 'airportName', header: 'Name', width: 300, isMono: false, cell: airportName },
    { key: 'airportType', header: 'Type', width: 150, isMono: false, cell: airportType },
    { key: 'city', header: 'City', width: 180, isMono: false },
    { key: 'continent', header: 'Continent', width: 110 },
    { key: 'isoCountry', header: 'ISO Country', width: 120 },
    { key: 'isoRegion', header: 'ISO Region', width: 120 },
    { key: 'airportIata', header: 'IATA', width: 100 },
    { key: 'airportICAO', header: 'ICAO', width: 100, cell: airportCell('airportICAO') },
    { key: 'gpsCode', header: 'GPS Code', width: 120 },
    { key: 'localCode', header: 'Local Code', width: 120 },
    { key: 'elevationFt', header: 'Elevation (ft)', width: 140 },
    // To ten metres: sources have up to 14 digits. An export contains all of them.
    { key: 'latitudeDeg', header: 'Latitude', width: 130, decimals: 4 },
    { key: 'longitudeDeg', header: 'Longitude', width: 130, decimals: 4 },
  ],
  without: ['airportId'],
  filters: {
    airportName: { label: 'Name', group: 'Airport' },
    iata: { label: 'IATA', group: 'Airport' },
    airportICAO: { label: 'ICAO', group: 'Airport' },
    airportType: { label: 'Type', group: 'Airport', values: Object.keys(airportTypes), named: airportTypes },
    gpsCode: { label: 'GPS Code', group: 'Airport' },
    localCode: { label: 'Local Code', group: 'Airport' },
    city: { label: 'City', group: 'Place' },
    country: { label: 'Country', group: 'Place' },
    isoCountry: { label: 'ISO Country', group: 'Place' },
    isoRegion: { label: 'ISO Region', group: 'Place' },
    continent: { label: 'Continent', group: 'Place' },
    elevationFt: { label: 'Elevation (ft)', group: 'Place', hasMinimum: false },
    latitudeDeg: { label: 'Latitude', group: 'Place', unit: '°', hasMinimum: false },
    longitudeDeg: { label: 'Longitude', group: 'Place', unit: '°', hasMinimum: false },
  },
  paging: { sizes: [10, 25, 50, 100], all: 'after-search', total: 'unknown' },
  hasFewColumns: true,
  isClearedOnLeave: true,
  export: { fileName: 'Airports', without: [] },
  messages: {
    empty: specTexts.users.empty,
    failed: specTexts.reference.airportsFailed,
    incompleteDate: specTexts.list.incompleteDate,
    loading: specTexts.reference.loading,
  },
  card: {
    title: ['airportName', 'airportICAO'],
    time: null,
    text: null,
    facts: ['airportIata', 'city', 'elevationFt', 'isoRegion'],
  },
});
