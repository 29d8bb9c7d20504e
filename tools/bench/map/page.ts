/** What both pages of the map's figures have in common: an empty map at the place where the product opens, and how it is driven. */
import 'maplibre-gl/dist/maplibre-gl.css';
import { Map as GlMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Location } from '../../../contract/entities/map.ts';
import { snapshots } from './fleet.ts';

setWorkerUrl(workerUrl);

export type MapBench = {
  /** So many answers, one after the other, each until the map rests. */
  refresh(times: number): Promise<void>;
  /** So many frames that nothing but the clock asks for. */
  frames(times: number): Promise<void>;
  /** Aircraft that the map shows at this place of the page; to know that something is measured. */
  countAt(): number;
};
export const aircraftCount = Number(new URLSearchParams(location.search).get('aircraft') ?? '5000');

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

/** `show` puts an answer into the map. */
export async function offer(
  map: GlMap,
  show: (rows: readonly Location[]) => void,
  countAt: () => number,
): Promise<void> {
  const answers = snapshots(aircraftCount);
  let next = 0;
  const refresh = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const rest = rested(map);
      show(answers[next++ % answers.length] ?? []);
      await rest;
    }
  };
  await refresh(1);
  const bench: MapBench = {
    refresh,
    countAt,
    async frames(times) {
      for (let time = 0; time < times; time++) {
        const drawn = new Promise<void>((done) => map.once('render', () => done()));
        map.triggerRepaint();
        await drawn;
      }
    },
  };
  Object.assign(window, { bench, map });
}
