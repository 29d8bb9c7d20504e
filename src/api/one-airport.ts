/** One airport by its id: from the server, else from the device (C39). */
import { api } from '../../contract/api.ts';
import type { Airport } from '../../contract/entities/reference.ts';
import { fullCopyRows } from '../offline/full-copies.ts';
import { send } from './send.ts';

/** null = no airport has this id. Never throws. */
export async function airportById(airportId: string): Promise<Airport | null | 'unknown'> {
  if (!/^\d{1,15}$/.test(airportId)) return null;
  try {
    return (await send(api.airport.byId, { path: { airportId }, cause: 'user' })).airport;
  } catch {
    // Unreachable, or a server without this call.
    const stored = await fullCopyRows({ endpoint: api.airport.list, scope: {} });
    const rows = (stored?.rows ?? []) as readonly Airport[];
    return rows.find((row) => String(row.airportId) === airportId) ?? (stored ? null : 'unknown');
  }
}
