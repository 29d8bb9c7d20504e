/** Query for the 24-bit address of a tail: positions and raw messages need not contain it. */
import { api } from '../../contract/api.ts';
import { listQuery } from './list-resource.ts';

const first = { sort: null, offset: 0, limit: 1 } as const;

/** From the aircraft of the reference data. */
export const addressOfTail = (tail: string) =>
  listQuery(api.aircraft.list, { ...first, window: null, filters: { registration: tail } });

/** A company may not list aircraft, but may see the senders of its messages. */
export const addressOfCompanyTail = (tail: string, company: string) =>
  listQuery(
    api.acarsMessage.withExtDataCompany,
    { ...first, filters: { tail }, window: { hours: 15 * 24 } },
    company === '' ? {} : { company },
  );
