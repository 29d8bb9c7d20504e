/** Fields of a raw ACARS message. Wire names and their order are specified (RAW-03, RAW-04, RAW-09, RAW-10). */
import { fields, type Group } from '../fields.ts';
import { between, contains, equals, equalsNumber, isFlag, isReceivedBy, range } from '../filters.ts';
import { codeOrNull, flagOrNull, instant, numberOrNull, textOrNull } from '../kinds.ts';

/** Units by C81. `type` = the radio link: ACARS, VDLM2 or HFDL. `end` = ETB, another block of the message follows. */
// biome-ignore format: a field is one line
export const acars = fields({
  acarsDateTime: { kind: instant, label: 'UTC Date/Time', filter: between('acarsDateTime', 'acarsMessageDateTimeMin', 'acarsMessageDateTimeMax') },
  tail: { kind: codeOrNull, label: 'Tail', isMono: true, filter: equals('tail') },
  flight: { kind: codeOrNull, label: 'Flight', isMono: true, filter: equals('flight') },
  text: { kind: textOrNull, label: 'Text', filter: contains('text') },
  aggregatedText: { kind: textOrNull, label: 'Parsed Text', filter: contains('aggregatedText') },
  aggregationStatus: { kind: codeOrNull, label: 'Aggregation Status', filter: equals('aggregationStatus') },
  freq: { kind: numberOrNull, label: 'Frequency', unit: 'MHz', decimals: 3, filter: range('freq') },
  timestamp: { kind: numberOrNull, label: 'Timestamp', unit: 's', filter: range('timestamp') },
  stationId: { kind: codeOrNull, label: 'Station ID', filter: isReceivedBy('stationId') },
  channel: { kind: numberOrNull, label: 'Channel', filter: equalsNumber('channel') },
  level: { kind: numberOrNull, label: 'Level', unit: 'dB', decimals: 1, filter: range('level', { signed: true }) },
  error: { kind: numberOrNull, label: 'Error', filter: range('error') },
  mode: { kind: codeOrNull, label: 'Mode', filter: equals('mode') },
  label: { kind: codeOrNull, label: 'Label', isMono: true, filter: equals('label') },
  blockId: { kind: codeOrNull, label: 'Block ID', filter: equals('blockId') },
  ack: { kind: codeOrNull, label: 'Ack', filter: equals('ack') },
  msgno: { kind: codeOrNull, label: 'Message Num.', isMono: true, filter: equals('msgno') },
  end: { kind: flagOrNull, label: 'End', filter: isFlag('end') },
  alt: { kind: numberOrNull, label: 'Altitude', unit: 'ft', filter: range('alt') },
  dsta: { kind: codeOrNull, label: 'Destination Airport', filter: equals('dsta') },
  icao: { kind: codeOrNull, label: 'Icao', isMono: true, filter: equals('icao') },
  isOnground: { kind: flagOrNull, label: 'Is on Ground', filter: isFlag('isOnground') },
  isResponse: { kind: flagOrNull, label: 'Is Response', filter: isFlag('isResponse') },
  lat: { kind: numberOrNull, label: 'Latitude', unit: '°', filter: range('lat', { signed: true }) },
  lon: { kind: numberOrNull, label: 'Longitude', unit: '°', filter: range('lon', { signed: true }) },
  toAddr: { kind: codeOrNull, label: 'To Addr', isMono: true, filter: equals('toAddr') },
  type: { kind: codeOrNull, label: 'Message Type', filter: equals('type') },
  consensusStatus: { kind: codeOrNull, label: 'Consensus Status', filter: equals('consensusStatus') },
  consensusResult: { kind: textOrNull, label: 'Consensus Result', filter: contains('consensusResult') },
});

/** RAW-10: filters of the all-data variant only. */
export const consensusFields = ['aggregatedText', 'aggregationStatus', 'consensusStatus', 'consensusResult'] as const;

/** The groups of the filter. */
export const acarsGroups = [
  { name: 'Time, station', fields: ['acarsDateTime', 'timestamp', 'stationId'] },
  { name: 'Aircraft, address', fields: ['tail', 'flight', 'icao', 'dsta', 'toAddr'] },
  { name: 'Message', fields: ['text', 'label', 'mode', 'blockId', 'ack', 'msgno', 'end', 'isResponse', 'type'] },
  { name: 'Signal', fields: ['freq', 'channel', 'level', 'error'] },
  { name: 'Position', fields: ['alt', 'lat', 'lon', 'isOnground'] },
  { name: 'Reassembly, consensus', fields: consensusFields },
] as const satisfies readonly Group<keyof typeof acars>[];
