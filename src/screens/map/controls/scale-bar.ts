/** How long a bar of a round number of nautical miles is on the map. Pure. */
const metresPerNmi = 1852;
const equatorM = 40_075_017;
const mostPx = 110;

/** At a latitude, for the zoom of 256 px tiles (C58). The number is 1, 2 or 5 times a power of ten. */
export function scaleBar(lat: number, zoom: number): { readonly nmi: number; readonly widthPx: number } {
  const nmiPerPx = (equatorM * Math.cos((lat * Math.PI) / 180)) / (256 * 2 ** zoom) / metresPerNmi;
  const most = nmiPerPx * mostPx;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [5, 2].find((one) => one * power <= most) ?? 1;
  return { nmi: Number((step * power).toPrecision(1)), widthPx: Math.round((step * power) / nmiPerPx) };
}
