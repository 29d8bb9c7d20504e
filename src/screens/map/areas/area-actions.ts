/**
 * What a person does with kept areas: keep, continue, refresh, remove.
 * Must not: render, or decide what the layer's terms allow (the worker asks the server's answers).
 */
import { api } from '../../../../contract/api.ts';
import type { Airport } from '../../../../contract/entities/reference.ts';
import type { TileArea } from '../../../../contract/tile-areas.ts';
import type { AreaFacts, KeptArea } from '../../../../contract/tile-keeper.ts';
import { askTileKeeper } from '../../../offline/tile-keeper.ts';
import { wholeRows } from '../../../offline/whole-lists.ts';
import { type AreaView, areaName, type NamedPlace } from './area-plan.ts';
import { startKeepRun } from './keep-run.ts';

/** Notes the area, then fetches its tiles. False: this device keeps nothing. */
export async function keepArea(plan: TileArea, view: AreaView, others: readonly AreaFacts[]): Promise<boolean> {
  const name = areaName(view, await largeAirports());
  const area: KeptArea = { ...plan, id: crypto.randomUUID(), name, since: 0 };
  return run(area, others);
}

/** Fetches what is missing. */
export function continueArea(area: AreaFacts, others: readonly AreaFacts[]): Promise<boolean> {
  return run(noted(area), others);
}

/** Fetches every tile anew; those that are here stay until theirs has come. */
export function refreshArea(area: AreaFacts, others: readonly AreaFacts[]): Promise<boolean> {
  return run({ ...noted(area), since: Date.now() }, others);
}

export const removeArea = (id: string): Promise<boolean> => askTileKeeper({ ask: 'remove', id });

async function run(area: KeptArea, others: readonly AreaFacts[]): Promise<boolean> {
  if (!(await askTileKeeper({ ask: 'note', area }))) return false;
  const otherBytes = others.filter(({ id }) => id !== area.id).reduce((sum, { bytes }) => sum + bytes, 0);
  void startKeepRun(area, { otherBytes, keep: (tile, since) => askTileKeeper({ ask: 'keep', tile, since }) });
  return true;
}

/** The area without its figures of now. */
const noted = ({ id, name, layer, bounds, minZoom, maxZoom, since }: AreaFacts): KeptArea => ({
  id,
  name,
  layer,
  bounds,
  minZoom,
  maxZoom,
  since,
});

/** Cities with a large airport, as far as airports are on this device. */
async function largeAirports(): Promise<NamedPlace[]> {
  const held = await wholeRows({ endpoint: api.airport.list, scope: {} });
  return ((held?.rows ?? []) as readonly Airport[])
    .filter(({ airportType }) => airportType === 'large_airport')
    .map(({ city, airportName, latitudeDeg, longitudeDeg }) => ({
      name: city || airportName,
      lat: latitudeDeg,
      lon: longitudeDeg,
    }));
}
