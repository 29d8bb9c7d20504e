/**
 * ACARS per aircraft: each message with the aircraft and the airline that it meets (EXT-01 to EXT-14). It has no export (C78).
 * Must not: say which aircraft that is; the server does (docs/decisions/0017).
 */
import { lazy } from 'react';
import { api } from '../../../contract/api.ts';
import type { acarsPerAircraft } from '../../../contract/entities/messages.ts';
import { specTexts } from '../../lib/spec-texts.ts';
import { defineList, type FilterLabel, type ListColumn, last } from '../../list/define-list.ts';
import { aircraftTypeOptions, typeCodeOptions } from '../../list/filter-inputs/option-sources.ts';
import { acarsBringIn, decodeAction } from './acars-columns.ts';
import { airlineCell, linksOfCard, tailCell } from './per-aircraft-cells.tsx';

type Field = Extract<keyof typeof acarsPerAircraft, string>;

/** EXT-02, in this order; labels by C79. */
const columns = [
  { key: 'acarsDateTime', header: 'UTC Date/Time' },
  { key: 'tail', header: 'Tail', isMono: true, cell: tailCell },
  { key: 'flight', header: 'Flight', isMono: true },
  { key: 'text', header: 'Text' },
  { key: 'aggregatedText', header: 'Parsed Text' },
  { key: 'aggregationStatus', header: 'Aggregation Status' },
  { key: 'mode', header: 'Mode' },
  { key: 'label', header: 'Label', isMono: true },
  { key: 'blockId', header: 'Block ID' },
  { key: 'msgno', header: 'Message Num.', isMono: true },
  { key: 'dsta', header: 'Destination Airport' },
  { key: 'airlineName', header: 'Airline Name', isMono: false, cell: airlineCell },
  { key: 'iata', header: 'Iata', isMono: true },
  { key: 'aircraftType', header: 'Aircraft Type', isMono: false },
  { key: 'typeCode', header: 'Type Code', isMono: true },
  { key: 'serialNumber', header: 'Serial Number' },
  { key: 'consensusStatus', header: 'Consensus Status' },
  { key: 'consensusResult', header: 'Consensus Result' },
] as const satisfies readonly ListColumn<Field>[];

/** EXT-05, and what the detail shows. */
const without = [
  'airlineIata',
  'airlineIcao',
  'operatorName',
  'operatorIata',
  'operatorIcao',
  'modeS',
  'registration',
  'aircraftId',
  'airlineId',
] as const satisfies readonly Field[];

const time = 'Time';
const aircraft = 'Aircraft';
const message = 'Message';
const consensus = 'Reassembly, consensus';
/** EXT-01: no field of an airline among them (EXT-04). */
const filters = {
  acarsMessageDateTime: { label: 'UTC Date/Time', group: time },
  tail: { label: 'Tail', group: aircraft },
  flight: { label: 'Flight', group: aircraft },
  aircraftType: { label: 'Aircraft Type', group: aircraft, typeAhead: aircraftTypeOptions },
  typeCode: { label: 'Type Code', group: aircraft, typeAhead: typeCodeOptions },
  serialNumber: { label: 'Serial Number', group: aircraft },
  modeS: { label: 'Mode S', group: aircraft },
  dsta: { label: 'Destination Airport', group: aircraft },
  text: { label: 'Text', group: message },
  mode: { label: 'Mode', group: message },
  label: { label: 'Label', group: message },
  blockId: { label: 'Block ID', group: message },
  msgno: { label: 'Message Num.', group: message },
  aggregatedText: { label: 'Parsed Text', group: consensus },
  aggregationStatus: { label: 'Aggregation Status', group: consensus },
  consensusStatus: { label: 'Consensus Status', group: consensus },
  consensusResult: { label: 'Consensus Result', group: consensus },
} as const satisfies Readonly<Record<string, FilterLabel>>;

/** What both lists have in common. */
const shared = {
  noun: ['message', 'messages'],
  window: last({ hours: 15 * 24 }),
  columns,
  without,
  filters,
  paging: { sizes: [10, 25, 50, 100], all: 'after-search' },
  card: {
    title: ['tail', 'flight'],
    time: 'acarsDateTime',
    text: 'text',
    facts: ['label', 'aircraftType', 'dsta', 'airlineName'],
    actions: linksOfCard,
  },
  detail: lazy(async () => ({ default: (await import('./PerAircraftDetail.tsx')).PerAircraftDetail })),
  textAction: decodeAction,
} as const;
const messages = {
  empty: specTexts.list.empty,
  incompleteDate: specTexts.list.incompleteDate,
} as const;

/** /acarsWithExtData */
export const acarsWithExtData = defineList({
  name: 'acarsWithExtData',
  title: specTexts.menu.acarsPerAircraft,
  endpoint: api.acarsMessage.withExtData,
  messages: { ...messages, failed: specTexts.perAircraft.failed, bringIn: acarsBringIn },
  ...shared,
});

/** /acarsWithExtDataCompany: as far as the caller's company may see it. */
export const acarsWithExtDataCompany = defineList({
  name: 'acarsWithExtDataCompany',
  title: specTexts.menu.acarsPerAircraftCustomer,
  endpoint: api.acarsMessage.withExtDataCompany,
  company: 'when-set',
  messages: { ...messages, failed: specTexts.adsb.failed },
  ...shared,
});
