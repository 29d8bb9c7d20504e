/** Addresses of the pages of aircraft, stations and airports, and the call that each page shows. Pure. */
import type { Audience, EndpointId } from '../../contract/audience.ts';

/** `id` = registration as in messages (without leading dots), otherwise the 24-bit address. null = no page. */
export const tailPath = (id: string): string | null => pathOf('/tail', id.trim().replace(/^\.+/, ''));
export const stationPath = (number: string): string | null => pathOf('/station', number.trim());
export const airportPath = (icao: string): string | null => pathOf('/airport', icao.trim());

/** The fault ledger of an aircraft. */
export const faultsPath = (tail: string): string | null => pathOf('/faults', tail.trim().replace(/^\.+/, ''));

/** What is new about an aircraft since its last stop. */
export const briefingPath = (tail: string): string | null => {
  const path = tailPath(tail);
  return path && `${path}/briefing`;
};
const pathOf = (folder: string, id: string): string | null =>
  id === '' ? null : `${folder}/${encodeURIComponent(id)}`;

export type ObjectKind = 'tail' | 'station' | 'airport';
export type ObjectPage = {
  readonly path: (id: string) => string | null;
  /** The audience of this call may open the page. null = there is no such page. */
  readonly call: EndpointId | null;
};
export const objectPages: Readonly<Record<ObjectKind, ObjectPage>> = {
  tail: { path: tailPath, call: 'ADD-tail' },
  station: { path: stationPath, call: 'ADD-stationPage' },
  airport: { path: airportPath, call: 'ADD-airportPage' },
};

/** The raw list of an audience: filters in the address select messages of an object. */
export const rawListPath = (audience: Audience): '/akrx' | '/akrxAll' =>
  audience === 'customer' ? '/akrx' : '/akrxAll';
