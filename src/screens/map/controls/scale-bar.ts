/** Length of a scale bar in a round distance. Pure. */
import type { Unit } from '../../../lib/units.ts';

const metresPerNmi = 1852;
const equatorM = 40_075_017;
const mostPx = 110;

/** For a latitude and a zoom of 256 px tiles (C58). `value` = 1, 2 or 5 times a power of ten in the unit of `distance`. */
export function scaleBar(
  lat: number,
  zoom: number,
  distance: Unit,
): { readonly value: number; readonly widthPx: number } {
  const nmiPerPx = (equatorM * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom) / metresPerNmi;
  const unitsPerPx = distance.from(nmiPerPx);
  const most = unitsPerPx * mostPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2].find((one) => one * power <= most) ?? 1;
  return { value: Number((step * power).toPrecision(1)), widthPx: Math.round((step * power) / unitsPerPx) };
}
