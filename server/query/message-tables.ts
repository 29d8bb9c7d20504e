/** Partitioned tables and their names. */

/** A table with a partition for each day. */
export type DayTable = { readonly name: string };
/** A table of received rows, with retention. */
export type KeyedTable = {
  readonly name: 'acars' | 'adsb' | 'link_event';
  /** Partition column. */
  readonly time: string;
  /** Table of the keys of its rows, for duplicates. */
  readonly keys: string;
};
/** A table of messages: listed, counted, indexed when a day is finished. */
export type MessageTable = KeyedTable & {
  readonly name: 'acars' | 'adsb';
  /** Its days beyond retention, by day as itself (decision 30). */
  readonly archive: string;
};

export const acarsTable: MessageTable = {
  name: 'acars',
  time: 'acars_date_time',
  keys: 'message_key',
  archive: 'acars_archive',
};
export const adsbTable: MessageTable = {
  name: 'adsb',
  time: 'adsb_date_time',
  keys: 'adsb_key',
  archive: 'adsb_archive',
};
export const linkEventTable: KeyedTable = { name: 'link_event', time: 'at', keys: 'link_event_key' };
export const messageTables = [acarsTable, adsbTable] as const;
export const messageTableOf = ({ name }: KeyedTable): MessageTable | null =>
  messageTables.find((table) => table.name === name) ?? null;
/** Everything with retention. */
export const dayTables = [...messageTables, linkEventTable] as const;
