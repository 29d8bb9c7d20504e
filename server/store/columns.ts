/**
 * Which column holds which field of the wire. A field of an entity that has no column here does not compile.
 * Must not: hold SQL beyond names, or know a query.
 */
import type { acarsMessage } from '../../contract/entities/messages.ts';
import type { Entity } from '../../contract/kinds.ts';
import type { MessageTable } from './message-tables.ts';

/**
 * `isBlankNull`: the column may not be null, so '' stands for a value that was not sent.
 * `hasFoldedIndex`: there is an index on lower(column), so that conditions must be written with lower() to use it.
 * `keptSpellings`: few codes occur in the column, and column_spellings keeps them under this name; not of a field that assembly writes.
 * `codes`: where the field holds an airline, the columns of its codes beside that of its name.
 */
export type Column = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'instant' | 'day' | 'flag';
  readonly isBlankNull?: true;
  readonly hasFoldedIndex?: true;
  readonly keptSpellings?: string;
  readonly codes?: readonly string[];
};
export type ColumnsOf<E extends Entity> = { readonly [F in keyof E]: Column };
export type Columns = Readonly<Record<string, Column>>;

export const text = (name: string): Column => ({ name, type: 'text' });
export const number = (name: string): Column => ({ name, type: 'number' });
export const indexedText = (name: string): Column => ({ name, type: 'text', hasFoldedIndex: true });
export const fewCodes = (name: string, table: MessageTable['name']): Column => ({
  ...text(name),
  keptSpellings: `${table}.${name}`,
});
const code = (name: string): Column => fewCodes(name, 'acars');
const flag = (name: string): Column => ({ name, type: 'flag' });

export const acarsColumns = {
  acarsDateTime: { name: 'acars_date_time', type: 'instant' },
  tail: indexedText('tail'),
  flight: indexedText('flight'),
  text: text('text'),
  aggregatedText: text('aggregated_text'),
  aggregationStatus: text('aggregation_status'),
  freq: number('freq_mhz'),
  timestamp: number('epoch_seconds'),
  stationId: { name: 'station_id', type: 'text', isBlankNull: true, hasFoldedIndex: true },
  channel: number('channel'),
  level: number('level_db'),
  error: number('error'),
  mode: code('mode'),
  label: code('label'),
  blockId: code('block_id'),
  ack: code('ack'),
  msgno: text('msgno'),
  end: flag('is_end'),
  alt: number('alt_ft'),
  dsta: text('dsta'),
  icao: indexedText('icao'),
  isOnground: flag('is_onground'),
  isResponse: flag('is_response'),
  lat: number('lat'),
  lon: number('lon'),
  toAddr: text('to_addr'),
  type: code('link'),
  consensusStatus: text('consensus_status'),
  consensusResult: text('consensus_result'),
} as const satisfies ColumnsOf<typeof acarsMessage>;
