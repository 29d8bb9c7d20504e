/**
 * All aircraft as one layer of the map: one draw call of points, each an outline out of a small picture of distances. The graphics card
 * moves and ages them; between two answers the main thread only asks for a frame.
 * Must not: know React, an answer of the server, or which aircraft is selected for what.
 */
import type { CustomLayerInterface, CustomRenderMethodInput, Map as GlMap } from 'maplibre-gl';
import { wrapLon } from '../../../lib/bounds.ts';
import type { Aircraft } from '../positions/aircraft.ts';
import { furthestTravelS, type World, worldOf } from '../positions/motion.ts';
import { iconFragment, iconVertex } from './aircraft-shaders.ts';
import { shapeNames, shapes } from './aircraft-shapes.ts';
import { distanceField } from './distance-field.ts';
import { type GlProgram, glProgram } from './gl-program.ts';
import { emptyPack, numbersEach, packAircraft } from './pack-aircraft.ts';

export const aircraftLayerId = 'aircraft';

/** 0..1 each. */
export type Rgb = readonly [red: number, green: number, blue: number];
export type AircraftColours = { readonly live: Rgb; readonly aged: Rgb; readonly accent: Rgb; readonly halo: Rgb };

export type AircraftLayerParts = {
  /** Epoch ms of the server's clock. */
  now(): number;
  /** px of an icon at the map's zoom. */
  iconPx(map: GlMap): number;
};

/** What the layer shows; changed by `show` only. */
export type Shown = {
  readonly list: readonly Aircraft[];
  readonly selectedKey: string | null;
  readonly hoveredKey: string | null;
};

export type AircraftLayer = CustomLayerInterface & {
  show(shown: Partial<Shown>): void;
  setColours(colours: AircraftColours): void;
  /** Off: each stands where it was seen. */
  setMoving(isMoving: boolean): void;
  /** Seconds past its fix that an aircraft is drawn at most. */
  furthestS(): number;
  /** World units a second of the fastest on the map; 0 = none moves by itself now. */
  fastest(): number;
};

const cellPx = 64;
const bytesEach = numbersEach * Float32Array.BYTES_PER_ELEMENT;
/** Further from what positions are counted from than this part of the world a float is too coarse: they are packed anew. */
const originReach = 0.02;

export function createAircraftLayer(parts: AircraftLayerParts): AircraftLayer {
  const packed = emptyPack();
  let shown: Shown = { list: [], selectedKey: null, hoveredKey: null };
  let colours: AircraftColours = { live: [0, 0, 0], aged: [0, 0, 0], accent: [0, 0, 0], halo: [1, 1, 1] };
  let isMoving = true;
  let isPackDue = true;
  let map: GlMap | null = null;
  let card: Card | null = null;
  const furthestS = (): number => (isMoving ? furthestTravelS : 0);

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
      if (isPackDue || isFar(packed.origin, middle)) pack(gl, card, middle);
      card.icons.take();
      gl.bindVertexArray(card.vertices);
      setIconUniforms(gl, card.icons, {
        elapsedS: (parts.now() - packed.at) / 1000,
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
    show(next) {
      shown = { ...shown, ...next };
      isPackDue = true;
      map?.triggerRepaint();
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
    fastest: () => (isMoving && (parts.now() - packed.at) / 1000 < furthestTravelS ? packed.fastest : 0),
  };
}

// ---- what lies on the graphics card

type Card = {
  readonly icons: GlProgram;
  readonly vertices: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  readonly field: WebGLTexture;
};

let fieldOfShapes: Uint8Array<ArrayBuffer> | null = null;

function createCard(gl: WebGL2RenderingContext): Card {
  const icons = glProgram(gl, iconVertex, iconFragment);
  const [vertices, buffer] = [gl.createVertexArray(), gl.createBuffer()];
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const [place, size, first] of [
    [0, 2, 0],
    [1, 2, 2],
    [2, 4, 4],
  ] as const) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, gl.FLOAT, false, bytesEach, first * Float32Array.BYTES_PER_ELEMENT);
  }
  gl.bindVertexArray(null);
  icons.take();
  gl.uniform1i(icons.at('u_field'), 0);
  return { icons, vertices, buffer, field: createField(gl) };
}

function createField(gl: WebGL2RenderingContext): WebGLTexture {
  const field = gl.createTexture();
  fieldOfShapes ??= distanceField(Object.values(shapes), cellPx);
  gl.activeTexture(gl.TEXTURE0);
  gl.bindTexture(gl.TEXTURE_2D, field);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.texImage2D(
    gl.TEXTURE_2D,
    0,
    gl.R8,
    cellPx * shapeNames.length,
    cellPx,
    0,
    gl.RED,
    gl.UNSIGNED_BYTE,
    fieldOfShapes,
  );
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  return field;
}

function deleteCard(gl: WebGL2RenderingContext, card: Card): void {
  gl.deleteProgram(card.icons.program);
  gl.deleteVertexArray(card.vertices);
  gl.deleteBuffer(card.buffer);
  gl.deleteTexture(card.field);
}

type IconUniforms = {
  readonly elapsedS: number;
  readonly furthestS: number;
  readonly iconPx: number;
  readonly pixelRatio: number;
  readonly turn: number;
  readonly colours: AircraftColours;
};
function setIconUniforms(gl: WebGL2RenderingContext, { at }: GlProgram, values: IconUniforms): void {
  gl.uniform1f(at('u_elapsedS'), values.elapsedS);
  gl.uniform1f(at('u_furthestS'), values.furthestS);
  gl.uniform1f(at('u_iconPx'), values.iconPx);
  gl.uniform1f(at('u_pixelRatio'), values.pixelRatio);
  gl.uniform1f(at('u_turn'), values.turn);
  for (const [name, colour] of Object.entries(values.colours)) gl.uniform3f(at(`u_${name}`), ...colour);
}

// ---- where the map looks

const isFar = (origin: World, middle: World): boolean =>
  Math.max(Math.abs(origin.x - middle.x), Math.abs(origin.y - middle.y)) > originReach;

/** Copies of the world that the view touches, counted from the one of -180..180. */
function copiesInView(map: GlMap): number[] {
  if (!map.getRenderWorldCopies()) return [0];
  const bounds = map.getBounds();
  const [first, last] = [Math.floor((bounds.getWest() + 180) / 360), Math.floor((bounds.getEast() + 180) / 360)];
  return Array.from({ length: Math.min(9, last - first + 1) }, (_, index) => first + index);
}

const moved = new Float32Array(16);
/** The map's matrix for places that are counted from `x`, `y` of the world: the large numbers meet here, in doubles. */
function matrixFrom(input: CustomRenderMethodInput, x: number, y: number): Float32Array {
  const m = input.defaultProjectionData.mainMatrix as ArrayLike<number>;
  const at = (index: number): number => m[index] ?? 0;
  for (let index = 0; index < 12; index++) moved[index] = at(index);
  for (let row = 0; row < 4; row++) moved[12 + row] = at(row) * x + at(4 + row) * y + at(12 + row);
  return moved;
}
