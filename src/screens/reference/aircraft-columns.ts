import { lazyPart } from '../../ui/lazy-part.tsx';
import { aircraftActions, registrationLink } from './reference-cells.tsx';

/** REF-05. */
export const aircraftColumns = [
  { key: 'registration', header: 'Registration', width: 140, cell: registrationLink },
  { key: 'airline', header: 'Airline', width: 220, part: 'airlineName' },
  { key: 'typeCode', header: 'Type Code', width: 110 },
  { key: 'aircraftType', header: 'Aircraft Type', width: 260, isMono: false },
  { key: 'serialNumber', header: 'Serial Number', width: 140 },
  { key: 'modeS', header: 'Mode S', width: 110 },
  { key: 'age', header: 'Age', unit: 'years', width: 110 },
  { key: 'operator', header: 'Operator', width: 220, part: 'airlineName' },
] as const;

export const aircraftList = {
  noun: ['aircraft', 'aircraft'],
  window: null,
  without: ['aircraftId', 'manufactureDate'],
  hasFewColumns: true,
  isClearedOnLeave: true,
  export: { fileName: 'Aircraft', without: [] },
  detail: lazyPart(() => import('./AircraftDetail.tsx')),
  card: {
    title: ['registration', 'typeCode'],
    time: null,
    text: null,
    facts: [],
    actions: aircraftActions,
  },
} as const;
export const aircraftSizes = [10, 25, 50, 100] as const;
