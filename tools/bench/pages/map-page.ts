/** Pages of the map bench: an empty map at the default view, and how it is driven. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Location } from '../../../contract/entities/map.ts';
import { flying } from '../rows.ts';

setWorkerUrl(workerUrl);

export type MapBench = {
  /** Generates the rows of the next responses: not part of what is measured. */
  prepare(times: number): void;
  /** Shows the next responses, one after the other, and waits for the map to be idle after each. */
  refresh(times: number): Promise<void>;
  /** Renders this number of frames without other changes. */
  frames(times: number): Promise<void>;
  /** Aircraft that the map shows at this place of the page; to know that something is measured. */
  countAt(): number;
  /** Of the middle of the map. */
  longitude(): number;
};
const aircraftCount = Number(new URLSearchParams(location.search).get('aircraft') ?? '5000');

/** Small: pixels are drawn by the processor here, which takes time but is no work of the main thread, whatever their number. */
export const iconPx = 6;

export function emptyMap(): Promise<GlMap> {
  const container = document.createElement('div');
  container.style.cssText = 'position:fixed;inset:0';
  document.body.append(container);
  const map = new GlMap({
    container,
    style: {
      version: 8,
      sources: {},
      layers: [{ id: 'water', type: 'background', paint: { 'background-color': '#dde6ec' } }],
    },
    center: [25, 45],
    // All aircraft are in view.
    zoom: 3,
    fadeDuration: 0,
    attributionControl: false,
  });
  return new Promise((ready) => map.once('load', () => ready(map)));
}

const rested = (map: GlMap): Promise<void> => new Promise((done) => map.once('idle', () => done()));

/** `show` puts a response into the map. */
export async function offer(
  map: GlMap,
  show: (rows: readonly Location[]) => void,
  countAt: () => number,
): Promise<void> {
  const nextRows = flying(aircraftCount);
  const prepared: Location[][] = [];
  const refresh = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const rows = prepared.shift() ?? nextRows();
      const rest = rested(map);
      show(rows);
      await rest;
    }
  };
  await refresh(1);
  const bench: MapBench = {
    prepare(times) {
      for (let time = 0; time < times; time++) prepared.push(nextRows());
    },
    refresh,
    countAt,
    longitude: () => map.getCenter().lng,
    async frames(times) {
      for (let time = 0; time < times; time++) {
        const drawn = new Promise<void>((done) => map.once('render', () => done()));
        map.triggerRepaint();
        await drawn;
      }
    },
  };
  Object.assign(window, { bench });
}
