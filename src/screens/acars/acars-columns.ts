/**
 * The columns and filters of raw ACARS, shared by /akrxAll and /akrx.
 * Must not: know how a table draws them.
 */
import { lazy } from 'react';
import type { acarsMessage } from '../../../contract/entities/messages.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import type { FilterLabel, ListColumn } from '../../list/define-list.ts';

type Field = Extract<keyof typeof acarsMessage, string>;

/** RAW-03 and RAW-04: 29 headers and fields, in this order. Units by C81. */
export const acarsColumns = [
  { key: 'acarsDateTime', header: 'UTC Date/Time' },
  { key: 'tail', header: 'Tail', isMono: true },
  { key: 'flight', header: 'Flight', isMono: true },
  { key: 'text', header: 'Text' },
  { key: 'aggregatedText', header: 'Parsed Text' },
  { key: 'aggregationStatus', header: 'Aggregation Status' },
  { key: 'freq', header: 'Frequency', unit: 'MHz', decimals: 3 },
  { key: 'timestamp', header: 'Timestamp', unit: 's' },
  { key: 'stationId', header: 'Station ID' },
  { key: 'channel', header: 'Channel' },
  { key: 'level', header: 'Level', unit: 'dB', decimals: 1 },
  { key: 'error', header: 'Error' },
  { key: 'mode', header: 'Mode' },
  { key: 'label', header: 'Label', isMono: true },
  { key: 'blockId', header: 'Block ID' },
  { key: 'ack', header: 'Ack' },
  { key: 'msgno', header: 'Message Num.', isMono: true },
  { key: 'end', header: 'End' },
  { key: 'alt', header: 'Altitude', unit: 'ft' },
  { key: 'dsta', header: 'Destination Airport' },
  { key: 'icao', header: 'Icao', isMono: true },
  { key: 'isOnground', header: 'Is on Ground' },
  { key: 'isResponse', header: 'Is Response' },
  { key: 'lat', header: 'Latitude', unit: '°' },
  { key: 'lon', header: 'Longitude', unit: '°' },
  { key: 'toAddr', header: 'To Addr', isMono: true },
  { key: 'type', header: 'Message Type' },
  { key: 'consensusStatus', header: 'Consensus Status' },
  { key: 'consensusResult', header: 'Consensus Result' },
] as const satisfies readonly ListColumn<Field>[];

/** XLS-01, XLS-02: 25 columns. */
export const acarsExport = {
  fileName: specTexts.raw.workbook,
  without: ['aggregatedText', 'aggregationStatus', 'consensusStatus', 'consensusResult'],
} as const;

/** On a narrow screen. */
export const acarsCard = {
  title: ['tail', 'flight'],
  time: 'acarsDateTime',
  text: 'text',
  facts: ['label', 'freq', 'level', 'stationId'],
} as const;

/** Who heard it, and what was made of its blocks; loaded when the first row is opened. */
export const acarsDetail = lazy(async () => ({ default: (await import('./MessageDetail.tsx')).MessageDetail }));

/** 'Decode' (C121). */
export const decodeAction = lazy(async () => ({ default: (await import('./DecodeRow.tsx')).DecodeRow }));

/** The first thing that the owner of an empty installation needs. */
export const acarsBringIn = {
  text: 'To bring in a recording of acarsdec, dumpvdl2 or dumphfdl, run beside the server:',
  command: 'npm run import -- --as-if-now FILE',
} as const;

const time = 'Time, station';
const message = 'Message';
const address = 'Aircraft, address';
const signal = 'Signal';
const position = 'Position';

/** RAW-09. */
export const acarsFilterLabels = {
  acarsMessageDateTime: { label: 'UTC Date/Time', group: time },
  timestamp: { label: 'Timestamp', unit: 's', group: time },
  stationId: { label: 'Station ID', group: time },
  tail: { label: 'Tail', group: address },
  flight: { label: 'Flight', group: address },
  icao: { label: 'Icao', group: address },
  dsta: { label: 'Destination Airport', group: address },
  toAddr: { label: 'To Addr', group: address },
  text: { label: 'Text', group: message },
  label: { label: 'Label', group: message },
  mode: { label: 'Mode', group: message },
  blockId: { label: 'Block ID', group: message },
  ack: { label: 'Ack', group: message },
  msgno: { label: 'Message Num.', group: message },
  end: { label: 'End', group: message },
  isResponse: { label: 'Is Response', group: message },
  type: { label: 'Message Type', group: message },
  freq: { label: 'Frequency', unit: 'MHz', group: signal },
  channel: { label: 'Channel', group: signal },
  level: { label: 'Level', unit: 'dB', group: signal },
  error: { label: 'Error', group: signal },
  alt: { label: 'Altitude', unit: 'ft', group: position },
  lat: { label: 'Latitude', unit: '°', group: position },
  lon: { label: 'Longitude', unit: '°', group: position },
  isOnground: { label: 'Is on Ground', group: position },
} as const satisfies Readonly<Record<string, FilterLabel>>;

const consensus = 'Reassembly, consensus';
/** RAW-10: all-data variant only. */
export const consensusFilterLabels = {
  aggregatedText: { label: 'Parsed Text', group: consensus },
  aggregationStatus: { label: 'Aggregation Status', group: consensus },
  consensusStatus: { label: 'Consensus Status', group: consensus },
  consensusResult: { label: 'Consensus Result', group: consensus },
} as const satisfies Readonly<Record<string, FilterLabel>>;
