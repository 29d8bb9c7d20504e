/// <reference types="vite/client" />
/** List of a page: `?list=akrxAll` (29 columns) or `?list=adsb` (53). The same for every candidate. */
import type { ListDefinition } from '../../../src/list/define-list.ts';
import akrxAll from '../../../src/screens/acars/akrx-all.list.ts';
import adsb from '../../../src/screens/adsb/adsb.list.ts';
import { acarsRows } from '../acars-rows.ts';
import { adsbRows, type BenchRow } from './rows.ts';

type Subject = { readonly list: ListDefinition; readonly makeRows: (count: number, page?: number) => BenchRow[] };
const subjects: readonly Subject[] = [
  { list: akrxAll, makeRows: (count, page = 0) => acarsRows(count, page * count) },
  { list: adsb, makeRows: adsbRows },
];
const query = new URLSearchParams(location.search);
const subject = subjects.find(({ list }) => list.name === (query.get('list') ?? akrxAll.name));
if (!subject) throw new Error(`There are no figures for the list ${query.get('list')}.`);

export const { list } = subject;
/** As many rows as the address wants. */
export const benchRows = (page = 0): BenchRow[] => subject.makeRows(Number(query.get('rows') ?? 10_000), page);
