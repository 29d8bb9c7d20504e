/** Reads decoded Mode S frames. */

import { adsbTable } from '../query/message-tables.ts';
import { adsbColumns } from './adsb-columns.ts';

export const adsbList = { table: adsbTable, columns: adsbColumns };
