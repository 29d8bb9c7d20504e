/** The page of one aircraft from the messages that lists stored on this device. */

import { api } from '../../contract/api.ts';
import { dayMs } from '../../contract/durations.ts';
import type { Meaning } from '../../contract/entities/meaning.ts';
import type { AcarsMessage } from '../../contract/entities/messages.ts';
import { type Tail, tailSlotMs } from '../../contract/entities/tail.ts';
import { parseInstant, writeInstant } from '../../contract/params.ts';
import { deriveFlights } from '../../decoder/derive-flights.ts';
import { sightingsOf, type TailReception, tailParts } from '../../decoder/tail-parts.ts';
import { storedRowsOf } from './offline/stored-pages.ts';

/** That of a customer has a company in its name, often a blank one. */
const lists = [
  { endpoint: api.acarsMessage.allUsers, scope: {} },
  { endpoint: api.acarsMessage.company, scope: {} },
  { endpoint: api.acarsMessage.company, scope: { company: '' } },
] as const;
type Row = AcarsMessage & { readonly id?: string; readonly meaning?: Meaning | null };
const keyOf = (tail: string): string => tail.toUpperCase().replace(/^\.+/, '').replaceAll('-', '');

/** `id` in upper case. null = no message of it is stored. */
export async function tailFromStored(
  id: string,
  days: number,
  session: AbortSignal,
): Promise<{ readonly tail: Tail; readonly dataAt: number } | null> {
  const rows = new Map<string, TailReception>();
  let dataAt = 0;
  let address: string | null = null;
  for (const list of lists) {
    const stored = await storedRowsOf(list, session);
    for (const row of (stored?.rows ?? []) as readonly Row[]) {
      const isIts = keyOf(row.tail ?? '') === keyOf(id) || row.icao?.toUpperCase() === id;
      if (!isIts || row.id === undefined) continue;
      address ??= row.icao?.toUpperCase() ?? null;
      rows.set(row.id, { ...row, id: row.id, meaning: row.meaning ?? null });
    }
    for (const { storedAt } of stored?.pages ?? []) dataAt = Math.max(dataAt, storedAt);
  }
  if (rows.size === 0) return null;
  return { tail: tailOf([...rows.values()], { days, address, nowMs: dataAt }), dataAt };
}

type About = { readonly days: number; readonly address: string | null; readonly nowMs: number };

function tailOf(rows: readonly TailReception[], { days, address, nowMs }: About): Tail {
  const timeOf = ({ acarsDateTime }: TailReception): number => parseInstant(acarsDateTime) ?? 0;
  const receptions = rows.toSorted((a, b) => timeOf(b) - timeOf(a));
  const flights = deriveFlights(sightingsOf(receptions).reverse());
  const fromMs = Math.floor((nowMs - days * dayMs) / tailSlotMs) * tailSlotMs;
  return {
    asOf: writeInstant(nowMs),
    days,
    registration: receptions.find(({ tail }) => tail)?.tail ?? null,
    address,
    aircraft: null,
    now: null,
    from: writeInstant(fromMs),
    adsb: '',
    link: null,
    ...tailParts({ receptions, frames: [], flights, ends: flights, stationOf: new Map(), fromMs, nowMs }),
  };
}
