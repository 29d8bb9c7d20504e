/**
 * All aircraft in one draw call of points, each shaped by a distance field. The GPU moves and ages them:
 * between two responses the main thread only requests frames.
 */
import type { CustomLayerInterface, CustomRenderMethodInput, Map as GlMap } from 'maplibre-gl';
import { wrapLon } from '../../../lib/bounds.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import { furthestTravelS, type World, worldOf } from '../positions/motion.ts';
import { type AircraftColours, type Card, createCard, deleteCard, setIconUniforms } from './aircraft-card.ts';
import { emptyPack, isDrawnAlike, numbersEach, packAircraft } from './pack-aircraft.ts';

export const aircraftLayerId = 'aircraft';

type AircraftLayerParts = {
  /** Epoch ms, server time. */
  now(): number;
  /** Icon size at the map's zoom, px. */
  iconPx(map: GlMap): number;
};

/** Content of the layer, changed by `show` only. */
export type Shown = {
  readonly list: readonly Aircraft[];
  readonly selectedKey: string | null;
  readonly hoveredKey: string | null;
};

export type AircraftLayer = CustomLayerInterface & {
  show(shown: Partial<Shown>): void;
  list(): readonly Aircraft[];
  setColours(colours: AircraftColours): void;
  /** Off: each aircraft stays at its fix. */
  setMoving(isMoving: boolean): void;
  /** Maximum extrapolation past a fix, seconds. */
  furthestS(): number;
  /** Speed of the fastest aircraft, world units per second. 0 = none moves. */
  fastest(): number;
  /** Time until the next change of colour by age. Infinity = none. */
  untilFadeMs(): number;
};

const noColours: AircraftColours = {
  bands: [],
  accent: [0, 0, 0],
  emergency: [0, 0, 0],
  halo: [1, 1, 1],
  haloPx: 1.5,
};
/** Beyond this distance from the origin, as a fraction of the world, floats are too coarse: positions are packed again. */
const originReach = 0.02;

export function createAircraftLayer(parts: AircraftLayerParts): AircraftLayer {
  const packed = emptyPack();
  let shown: Shown = { list: [], selectedKey: null, hoveredKey: null };
  let colours = noColours;
  let isMoving = true;
  let isPackDue = true;
  let map: GlMap | null = null;
  let card: Card | null = null;
  const furthestS = (): number => (isMoving ? furthestTravelS : 0);
  const elapsedS = (): number => (parts.now() - packed.at) / 1000;

  const pack = (gl: WebGL2RenderingContext, on: Card, origin: World): void => {
    packAircraft(packed, shown.list, { ...shown, now: parts.now(), origin });
    gl.bindBuffer(gl.ARRAY_BUFFER, on.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, packed.numbers.subarray(0, packed.count * numbersEach), gl.DYNAMIC_DRAW);
    isPackDue = false;
  };

  return {
    id: aircraftLayerId,
    type: 'custom',
    renderingMode: '2d',
    onAdd(onMap, gl) {
      map = onMap;
      card = createCard(gl as WebGL2RenderingContext);
      isPackDue = true;
    },
    onRemove(_map, gl) {
      if (card) deleteCard(gl as WebGL2RenderingContext, card);
      card = null;
      map = null;
    },
    render(gl, input) {
      if (!card || !map || shown.list.length === 0) return;
      const center = map.getCenter();
      const middle = worldOf(center.lat, wrapLon(center.lng));
      // Packed again after a fade, to find the next one.
      if (isPackDue || elapsedS() >= packed.fadeS || isFar(packed.origin, middle)) pack(gl, card, middle);
      card.icons.take();
      gl.bindVertexArray(card.vertices);
      setIconUniforms(gl, card.icons, {
        elapsedS: elapsedS(),
        furthestS: furthestS(),
        iconPx: parts.iconPx(map) * map.getPixelRatio(),
        pixelRatio: map.getPixelRatio(),
        turn: (-map.getBearing() * Math.PI) / 180,
        colours,
      });
      gl.activeTexture(gl.TEXTURE0);
      gl.bindTexture(gl.TEXTURE_2D, card.field);
      for (const copy of copiesInView(map)) {
        const matrix = matrixFrom(input, packed.origin.x + copy, packed.origin.y);
        gl.uniformMatrix4fv(card.icons.at('u_matrix'), false, matrix);
        gl.drawArrays(gl.POINTS, 0, packed.count);
      }
      gl.bindVertexArray(null);
    },
    list: () => shown.list,
    show(next) {
      const isSame =
        (next.list === undefined || isDrawnAlike(shown.list, next.list, parts.now())) &&
        (next.selectedKey === undefined || next.selectedKey === shown.selectedKey) &&
        (next.hoveredKey === undefined || next.hoveredKey === shown.hoveredKey);
      shown = { ...shown, ...next };
      // Ages may differ: they count from the next frame on.
      isPackDue = true;
      if (!isSame) map?.triggerRepaint();
    },
    setColours(next) {
      colours = next;
      map?.triggerRepaint();
    },
    setMoving(next) {
      isMoving = next;
      map?.triggerRepaint();
    },
    furthestS,
    fastest: () => (isMoving && elapsedS() < furthestTravelS ? packed.fastest : 0),
    untilFadeMs: () => Math.max(0, packed.fadeS - elapsedS()) * 1000,
  };
}

// ---- view

const isFar = (origin: World, middle: World): boolean =>
  Math.max(Math.abs(origin.x - middle.x), Math.abs(origin.y - middle.y)) > originReach;

/** Copies of the world in view, counted from the one of -180..180. */
function copiesInView(map: GlMap): number[] {
  if (!map.getRenderWorldCopies()) return [0];
  const bounds = map.getBounds();
  const [first, last] = [Math.floor((bounds.getWest() + 180) / 360), Math.floor((bounds.getEast() + 180) / 360)];
  return Array.from({ length: Math.min(9, last - first + 1) }, (_, index) => first + index);
}

const moved = new Float32Array(16);
/** Matrix for positions relative to `x`, `y`: large numbers are combined here, in doubles. */
function matrixFrom(input: CustomRenderMethodInput, x: number, y: number): Float32Array {
  const m = input.defaultProjectionData.mainMatrix as ArrayLike<number>;
  const at = (index: number): number => m[index] ?? 0;
  for (let index = 0; index < 12; index++) moved[index] = at(index);
  for (let row = 0; row < 4; row++) moved[12 + row] = at(row) * x + at(4 + row) * y + at(12 + row);
  return moved;
}
