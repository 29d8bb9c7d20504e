/** Download, resume, refresh and remove offline areas. */
import { api } from '../../../../contract/api.ts';
import type { Airport } from '../../../../contract/entities/reference.ts';
import type { TileArea } from '../../../../contract/tile-areas.ts';
import type { AreaFacts, OfflineArea } from '../../../../contract/tile-keeper.ts';
import { fullCopyRows } from '../../../offline/full-copies.ts';
import { sendToTileKeeper } from '../../../offline/tile-keeper.ts';
import { startAreaDownload } from './area-download.ts';
import { type AreaView, areaName, type NamedPlace } from './area-plan.ts';

/** Saves the area, then downloads its tiles. False: this device stores no tiles. */
export async function keepArea(plan: TileArea, view: AreaView, others: readonly AreaFacts[]): Promise<boolean> {
  const name = areaName(view, await largeAirports());
  const area: OfflineArea = { ...plan, id: crypto.randomUUID(), name, since: 0 };
  return run(area, others);
}

/** Downloads missing tiles. */
export function continueArea(area: AreaFacts, others: readonly AreaFacts[]): Promise<boolean> {
  return run(noted(area), others);
}

/** Downloads every tile again. Stored tiles stay until replaced. */
export function refreshArea(area: AreaFacts, others: readonly AreaFacts[]): Promise<boolean> {
  return run({ ...noted(area), since: Date.now() }, others);
}

export const removeArea = (id: string): Promise<boolean> => sendToTileKeeper({ ask: 'remove', id });

async function run(area: OfflineArea, others: readonly AreaFacts[]): Promise<boolean> {
  if (!(await sendToTileKeeper({ ask: 'note', area }))) return false;
  const otherBytes = others.filter(({ id }) => id !== area.id).reduce((sum, { bytes }) => sum + bytes, 0);
  void startAreaDownload(area, { otherBytes, keep: (tile, since) => sendToTileKeeper({ ask: 'keep', tile, since }) });
  return true;
}

/** The area without its current figures. */
const noted = ({ id, name, layer, bounds, minZoom, maxZoom, since }: AreaFacts): OfflineArea => ({
  id,
  name,
  layer,
  bounds,
  minZoom,
  maxZoom,
  since,
});

/** Cities with a large airport, from stored airports. */
async function largeAirports(): Promise<NamedPlace[]> {
  const stored = await fullCopyRows({ endpoint: api.airport.list, scope: {} });
  return ((stored?.rows ?? []) as readonly Airport[])
    .filter(({ airportType }) => airportType === 'large_airport')
    .map(({ city, airportName, latitudeDeg, longitudeDeg }) => ({
      name: city || airportName,
      lat: latitudeDeg,
      lon: longitudeDeg,
    }));
}
