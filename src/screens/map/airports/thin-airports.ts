/** Fewer airports on a map of a continent. Pure. */
import type { MapAirport } from '../../../../contract/entities/reference.ts';
import { worldOf } from '../positions/motion.ts';

/** From this zoom on all are drawn. */
const allFromZoom = 7;
const cellPx = 96;

/** The first airport of each cell, of the server's order (larger first). Cells belong to the world: a move of the map changes none. */
export function thinAirports(airports: readonly MapAirport[], zoom: number): readonly MapAirport[] {
  if (zoom >= allFromZoom) return airports;
  const cells = (256 * 2 ** Math.floor(zoom)) / cellPx;
  const taken = new Set<string>();
  return airports.filter(({ latitudeDeg, longitudeDeg }) => {
    const { x, y } = worldOf(latitudeDeg, longitudeDeg);
    const cell = `${Math.floor(x * cells)} ${Math.floor(y * cells)}`;
    if (taken.has(cell)) return false;
    taken.add(cell);
    return true;
  });
}
