/**
 * Decoded Mode S frames out of the database. Must not: write (store-adsb.ts), or hold SQL (message-page.ts).
 */
import { adsbColumns } from './adsb-columns.ts';
import { adsbTable } from './message-tables.ts';

export const adsbList = { table: adsbTable, columns: adsbColumns };
