/**
 * All airports out of the store into columns as a map needs them, by the product's own code, against reading them one record each through Dexie.
 * In Chromium. Must not: measure anything but the reading (both stores are filled before).
 */
import { compareInBrowser } from './in-browser.mjs';
import { median } from './median.mjs';

export async function measure() {
  const { packageAirports } = await import('../../server/reference/packages.ts');
  const airports = packageAirports().map((airport) => ({ ...airport, id: String(airport.airportId) }));
  const { ours, rowWise } = await compareInBrowser('tools/bench/airports-in-browser.ts', {
    airports,
    rounds: 5,
    readsPerRound: 3,
  });
  const [mine, theirs] = [median(ours), median(rowWise)];
  return [
    {
      name: `${airports.length} airports from the store to the map's form, against row-wise Dexie`,
      value: mine / theirs,
      limit: 0.08,
      detail: `${mine.toFixed(2)} ms against ${theirs.toFixed(2)} ms, medians of 5 interleaved rounds`,
    },
  ];
}
