/** Database columns of ACARS fields. */
import { acarsMeaning, acarsMessage } from '../../contract/entities/messages.ts';
import { type Column, fewCodes, flag, indexedText, number, sqlColumns } from '../query/columns.ts';
import { acarsTable } from '../query/message-tables.ts';

const code = (name: string): Column => fewCodes(name, 'acars');

export const acarsColumns = sqlColumns(
  { ...acarsMessage, ...acarsMeaning },
  {
    tail: indexedText('tail'),
    flight: indexedText('flight'),
    freq: number('freq_mhz'),
    timestamp: number('epoch_seconds'),
    stationId: { name: 'station_id', type: 'text', isBlankNull: true, hasFoldedIndex: true },
    level: number('level_db'),
    mode: code('mode'),
    label: code('label'),
    blockId: code('block_id'),
    ack: code('ack'),
    end: flag('is_end'),
    alt: number('alt_ft'),
    icao: indexedText('icao'),
    type: code('link'),
    meaning: { name: 'meaning', type: 'text', meaning: { kind: 'meaning_kind', level: 'decode_level' } },
  },
);

// ---- Raw ACARS messages as a list of messages.

export const acarsList = { table: acarsTable, columns: acarsColumns };
