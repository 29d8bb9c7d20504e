/** Reading a stored page and all stored airports by product code, against one Dexie record per row. In Chromium. */
import { acarsRows } from './acars-rows.ts';
import { compareInBrowser } from './in-browser.mjs';

const rounds = 5;

export async function measure() {
  const { packageAirports } = await import('../../server/reference/packages.ts');
  const airports = packageAirports().map((airport) => ({ ...airport, id: String(airport.airportId) }));
  return [
    await figure('stored page of 1,000 rows to rows', 0.3, { kind: 'page', rows: acarsRows(1000), readsPerRound: 10 }),
    await figure(`${airports.length} airports from the store to the map's form`, 0.08, {
      kind: 'airports',
      rows: airports,
      readsPerRound: 3,
    }),
  ];
}

async function figure(name, limit, given) {
  const { ours, rowWise } = await compareInBrowser('tools/bench/stored-in-browser.ts', { ...given, rounds });
  return {
    name: `${name}, against row-wise Dexie`,
    value: ours / rowWise,
    limit,
    detail: `${ours.toFixed(2)} ms against ${rowWise.toFixed(2)} ms, medians of ${rounds} interleaved rounds`,
  };
}
