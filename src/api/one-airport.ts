/**
 * One airport by its id: from the server, else from what the device holds (C39). Must not: throw, or keep anything.
 */
import { api } from '../../contract/api.ts';
import type { Airport } from '../../contract/entities/reference.ts';
import { wholeRows } from '../offline/whole-lists.ts';
import { send } from './send.ts';

/** null = nobody has one with this id. */
export async function airportById(airportId: string): Promise<Airport | null | 'unknown'> {
  if (!/^\d{1,15}$/.test(airportId)) return null;
  try {
    return (await send(api.airport.byId, { path: { airportId }, cause: 'user' })).airport;
  } catch {
    // Not reached; or another server of this API, which may not have the call.
    const held = await wholeRows({ endpoint: api.airport.list, scope: {} });
    const rows = (held?.rows ?? []) as readonly Airport[];
    return rows.find((row) => String(row.airportId) === airportId) ?? (held ? null : 'unknown');
  }
}
