/** Added: the fault ledger (decision 44). Users of a company get what its message lists contain. */
import { get, list, put } from '../endpoint.ts';
import { fault, faultCounts, faultLedger, faultRow, faultStateBody, faultStateResult } from '../entities/faults.ts';
import { filtersOf } from '../fields.ts';
import { filterParams } from '../filters.ts';
import { instantParam } from '../params.ts';

const filters = filtersOf(fault);

export const faults = {
  list: list(
    'ADD-faults',
    '/Faults',
    { rows: 'faults', count: 'faultsCount', entity: faultRow, filters },
    {
      query: filterParams(filters),
      summary: 'Faults reported by aircraft, repeats as one fault, with the last ten legs, newest first',
      stored: { title: 'Faults', screen: '/faults' },
    },
  ),
  counts: get('ADD-faultCounts', '/Faults/Counts', faultCounts, {
    query: { start: instantParam, end: instantParam },
    summary: 'Faults of a period by state, ATA chapter and persistence',
    stored: { title: 'Counts of faults' },
  }),
  ofTail: get('ADD-tailFaults', '/Faults/Tail/{tail}', faultLedger, {
    summary: 'Faults of one aircraft with each report and the state of each',
    stored: { title: 'Fault ledgers', each: 'aircraft' },
  }),
  setState: put('ADD-setFaultState', '/Faults/State', faultStateResult, {
    body: faultStateBody,
    refuses: [404],
    summary: 'Set the state of a fault. Refused in the response if another change came first',
  }),
};
