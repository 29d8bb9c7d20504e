/** Altitudes of a range of bands in words. Pure. */

import { altitudeBands } from '../../../charts/altitude-bands.ts';
import { amountText, measureText, type Units } from '../../../lib/units.ts';
import { lowestBand } from './map-filter.ts';

export function rangeText(from: number, to: number, { altitude }: Units): string {
  const least = from === lowestBand ? null : (altitudeBands[from]?.fromFt ?? null);
  const above = altitudeBands[to + 1]?.fromFt ?? null;
  if (least === null) return above === null ? 'any' : `below ${measureText(altitude, above)}`;
  return above === null
    ? `${measureText(altitude, least)} and above`
    : `${amountText(altitude, least)} to ${measureText(altitude, above - 1)}`;
}
