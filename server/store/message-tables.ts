/**
 * The tables of messages that are cut into days, and what differs between them by name only.
 * Must not: hold SQL, or know fields (columns.ts, adsb-columns.ts).
 */
export type MessageTable = {
  readonly name: 'acars' | 'adsb';
  /** The column by which it is cut into days. */
  readonly time: string;
  /** Where the keys of its rows are, which tell duplicates. */
  readonly keys: string;
};

export const acarsTable: MessageTable = { name: 'acars', time: 'acars_date_time', keys: 'message_key' };
export const adsbTable: MessageTable = { name: 'adsb', time: 'adsb_date_time', keys: 'adsb_key' };
export const messageTables = [acarsTable, adsbTable] as const;
