/** Fields of an ACARS message with its aircraft and airline. */
import { fields, type Group } from '../fields.ts';
import { contains, equals } from '../filters.ts';
import { codeOrNull, flagOrNull, numberOrNull, textOrNull } from '../kinds.ts';
import { acars } from './acars.ts';

/**
 * EXT-02 and EXT-05, then what we add: mode S, registration and the ids by which the aircraft and the airline are opened.
 * Type, type code, serial number and mode S are those of the matching aircraft (decision 12).
 */
export const perAircraft = fields({
  acarsDateTime: acars.acarsDateTime,
  tail: acars.tail,
  flight: acars.flight,
  text: acars.text,
  aggregatedText: acars.aggregatedText,
  aggregationStatus: acars.aggregationStatus,
  mode: acars.mode,
  label: acars.label,
  blockId: acars.blockId,
  msgno: acars.msgno,
  dsta: acars.dsta,
  airlineName: { kind: textOrNull, label: 'Airline Name', isMono: false, filter: contains('airlineName') },
  iata: { kind: codeOrNull, label: 'Iata', isMono: true },
  aircraftType: { kind: textOrNull, label: 'Aircraft Type', isMono: false, filter: contains('aircraftType') },
  typeCode: { kind: codeOrNull, label: 'Type Code', isMono: true, filter: equals('typeCode') },
  serialNumber: { kind: codeOrNull, label: 'Serial Number', filter: equals('serialNumber') },
  consensusStatus: acars.consensusStatus,
  consensusResult: acars.consensusResult,
  airlineIata: { kind: codeOrNull, filter: equals('airlineIata') },
  airlineIcao: { kind: codeOrNull, filter: equals('airlineIcao') },
  operatorName: { kind: textOrNull, filter: contains('operatorName') },
  operatorIata: { kind: codeOrNull, filter: equals('operatorIata') },
  operatorIcao: { kind: codeOrNull, filter: equals('operatorIcao') },
  modeS: { kind: codeOrNull, label: 'Mode S', filter: equals('modeS') },
  registration: { kind: codeOrNull },
  aircraftId: { kind: numberOrNull },
  airlineId: { kind: numberOrNull },
  /** The airline rests on two letters of the flight that other airlines have or had. null = no airline. */
  isAirlineUncertain: { kind: flagOrNull },
});

/** Filters of the call alone: the form has no such fields (EXT-04). */
export const airlineAndOperatorFields = [
  'airlineName',
  'airlineIata',
  'airlineIcao',
  'operatorName',
  'operatorIata',
  'operatorIcao',
] as const;

/** The groups of the filter. */
export const perAircraftGroups = [
  { name: 'Time', fields: ['acarsDateTime'] },
  {
    name: 'Aircraft',
    fields: ['tail', 'flight', 'aircraftType', 'typeCode', 'serialNumber', 'modeS', 'dsta'],
  },
  { name: 'Message', fields: ['text', 'mode', 'label', 'blockId', 'msgno'] },
  {
    name: 'Reassembly, consensus',
    fields: ['aggregatedText', 'aggregationStatus', 'consensusStatus', 'consensusResult'],
  },
] as const satisfies readonly Group<keyof typeof perAircraft>[];
