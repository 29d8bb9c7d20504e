/**
 * All aircraft in one draw call of points, each shaped by a distance field. The GPU moves and ages them:
 * between two responses the main thread only requests frames.
 */
import type { CustomLayerInterface, CustomRenderMethodInput, Map as GlMap } from 'maplibre-gl';
import { cellReach, distanceField, farthest, shapeNames, shapes } from '../../../charts/aircraft/shapes.ts';
import { bandCount } from '../../../charts/altitude-bands.ts';
import { wrapLon } from '../../../lib/bounds.ts';
import { type Aircraft, agedAfterMs, fadeSteps } from '../fleet/aircraft.ts';
import { furthestTravelS, type World, worldOf } from '../fleet/motion.ts';
import {
  bandLook,
  type Drawn,
  emergencyLook,
  emptyPack,
  hoveredLook,
  isDrawnAlike,
  numbersEach,
  type Packed,
  packAircraft,
  selectedLook,
} from './pack-aircraft.ts';

export const aircraftLayerId = 'aircraft';

type AircraftLayerParts = {
  /** Epoch ms, server time. */
  now(): number;
  /** Icon size at the map's zoom, px. */
  iconPx(map: GlMap): number;
  /** Width of the whole world, px. */
  worldPx(map: GlMap): number;
};

/** Content of the layer, changed by `show` only. */
type Shown = {
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
  /** Time since the last frame. */
  sinceFrameMs(): number;
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
  const packs = [emptyPack(), emptyPack(), emptyPack()] as const;
  let packed: Packed = packs[0];
  let drawn: Drawn = { packed: packs[1], at: 0 };
  let shown: Shown = { list: [], selectedKey: null, hoveredKey: null };
  let colours = noColours;
  let isMoving = true;
  let isUploadDue = true;
  let map: GlMap | null = null;
  let card: Card | null = null;
  const furthestS = (): number => (isMoving ? furthestTravelS : 0);
  const elapsedS = (): number => (parts.now() - packed.at) / 1000;

  const pack = (origin: World): void => {
    // Into the one that is not in use.
    packed = packs.find((one) => one !== packed && one !== drawn.packed) ?? packs[2];
    packAircraft(packed, shown.list, { ...shown, now: parts.now(), origin });
    isUploadDue = true;
  };
  const upload = (gl: WebGL2RenderingContext, on: Card): void => {
    gl.bindBuffer(gl.ARRAY_BUFFER, on.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, packed.numbers.subarray(0, packed.count * numbersEach), gl.DYNAMIC_DRAW);
    isUploadDue = false;
  };

  return {
    id: aircraftLayerId,
    type: 'custom',
    renderingMode: '2d',
    onAdd(onMap, gl) {
      map = onMap;
      card = createCard(gl as WebGL2RenderingContext);
      isUploadDue = true;
    },
    onRemove(_map, gl) {
      if (card) deleteCard(gl as WebGL2RenderingContext, card);
      card = null;
      map = null;
    },
    render(gl, input) {
      if (!card || !map) return;
      if (shown.list.length === 0) {
        drawn = { packed, at: parts.now() };
        return;
      }
      const middle = middleOf(map);
      // Packed again after a fade, to find the next one.
      if (elapsedS() >= packed.fadeS || isFar(packed.origin, middle)) pack(middle);
      drawn = { packed, at: parts.now() };
      if (isUploadDue) upload(gl as WebGL2RenderingContext, card);
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
      shown = { ...shown, ...next };
      pack(map && isFar(packed.origin, middleOf(map)) ? middleOf(map) : packed.origin);
      if (map && !isDrawnAlike(drawn, packed, { furthestS: furthestS(), worldPx: parts.worldPx(map) }))
        map.triggerRepaint();
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
    sinceFrameMs: () => parts.now() - drawn.at,
  };
}

// ---- view

const middleOf = (map: GlMap): World => {
  const { lat, lng } = map.getCenter();
  return worldOf(lat, wrapLon(lng));
};
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

// ---- Shaders. Their figures are those of fleet/aircraft.ts and fleet/motion.ts

const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));
const fadeBranches = fadeSteps
  .map(({ fromMs, opacity }) => `if (age >= ${float(fromMs / 1000)}) fade = ${float(opacity)};`)
  .join(' ');

/** Extrapolates like `travelS`. */
const placeSource = `
uniform mat4 u_matrix;
uniform float u_elapsedS;
uniform float u_furthestS;
layout(location = 0) in vec2 a_fix;
layout(location = 1) in vec2 a_drift;
layout(location = 2) in vec4 a_state; // age s, minimum travel s, angle, look
float ageNow() { return max(0.0, a_state.x + u_elapsedS); }
vec4 placeNow() {
  float travelS = min(u_furthestS, max(ageNow(), a_state.y));
  return u_matrix * vec4(a_fix + a_drift * travelS, 0.0, 1.0);
}`;

const iconVertex = `#version 300 es
precision highp float;
uniform float u_iconPx;
uniform float u_turn;
${placeSource}
flat out float v_angle;
flat out float v_cell;
flat out float v_spotPx;
flat out float v_isAged;
flat out float v_fade;
flat out float v_isSelected;
flat out float v_isHovered;
flat out float v_isEmergency;
flat out int v_band;
void main() {
  gl_Position = placeNow();
  float age = ageNow();
  float fade = 1.0;
  ${fadeBranches}
  int look = int(a_state.w + 0.5);
  v_cell = float(look & ${selectedLook - 1});
  v_isSelected = (look & ${selectedLook}) != 0 ? 1.0 : 0.0;
  v_isHovered = (look & ${hoveredLook}) != 0 ? 1.0 : 0.0;
  v_isEmergency = (look & ${emergencyLook}) != 0 ? 1.0 : 0.0;
  v_band = look / ${bandLook};
  v_isAged = step(${float(agedAfterMs / 1000)}, age);
  v_fade = max(fade, max(v_isEmergency, max(v_isSelected, v_isHovered)));
  v_angle = a_state.z + u_turn;
  v_spotPx = u_iconPx * mix(${float(cellReach)}, 2.0, max(v_isSelected, v_isEmergency));
  gl_PointSize = v_spotPx;
}`;

const iconFragment = `#version 300 es
precision highp float;
uniform sampler2D u_field;
uniform float u_iconPx;
uniform float u_pixelRatio;
uniform float u_haloPx;
uniform vec3 u_bands[${bandCount}];
uniform vec3 u_accent;
uniform vec3 u_emergency;
uniform vec3 u_halo;
flat in float v_angle;
flat in float v_cell;
flat in float v_spotPx;
flat in float v_isAged;
flat in float v_fade;
flat in float v_isSelected;
flat in float v_isHovered;
flat in float v_isEmergency;
flat in int v_band;
out vec4 color;

/** Pixels from the outline, positive inside. */
float outlinePx(vec2 p) {
  if (max(abs(p.x), abs(p.y)) > ${float(cellReach)}) return -1000.0;
  vec2 cell = p / ${float(2 * cellReach)} + 0.5;
  float field = texture(u_field, vec2((v_cell + clamp(cell.x, 0.01, 0.99)) / ${float(shapeNames.length)}, cell.y)).r;
  return (field - 0.5) * ${float(2 * farthest)} * 0.5 * u_iconPx;
}
float inside(float px) { return clamp(px + 0.5, 0.0, 1.0); }

void main() {
  vec2 spot = (gl_PointCoord - 0.5) * v_spotPx;
  float s = sin(v_angle);
  float c = cos(v_angle);
  vec2 turned = vec2(c * spot.x + s * spot.y, -s * spot.x + c * spot.y);
  float px = outlinePx(turned / (0.5 * u_iconPx));
  vec3 ink = u_bands[v_band];
  float body = inside(px);
  float halo = inside(px + u_haloPx * u_pixelRatio);
  // Aged aircraft are hollow, filled with the halo colour, so that they stand out on any map.
  float edge = body * (1.0 - inside(px - 1.4 * u_pixelRatio));
  float fill = mix(body, edge, v_isAged);
  float rimPx = 0.5 * v_spotPx - 2.0 * u_pixelRatio;
  if (v_isSelected > 0.5) {
    float ring = inside(1.0 * u_pixelRatio - abs(length(spot) - rimPx));
    // Aged aircraft have a dashed ring.
    float dash = step(0.0, sin(atan(spot.y, spot.x) * 14.0));
    ring *= mix(1.0, dash, v_isAged);
    ink = mix(ink, u_accent, ring);
    fill = max(fill, ring);
  }
  if (v_isEmergency > 0.5) {
    float frame = inside(1.0 * u_pixelRatio - abs(max(abs(spot.x), abs(spot.y)) - rimPx));
    ink = mix(ink, u_emergency, frame);
    fill = max(fill, frame);
  }
  float cover = max(fill, halo * 0.85);
  if (cover <= 0.0) discard;
  vec3 around = mix(u_halo, u_accent, v_isHovered);
  color = vec4(mix(around, ink, fill / cover) * cover, cover) * v_fade;
}`;

// ---- A WebGL program and its uniforms

type GlProgram = {
  /** Makes this program current for draw calls and uniforms. */
  readonly take: () => void;
  readonly program: WebGLProgram;
  readonly at: (uniform: string) => WebGLUniformLocation | null;
};

/** Throws with the driver's message if it does not compile. */
function glProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): GlProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new Error('The graphics context is lost.');
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const why = gl.getAttachedShaders(program)?.map((shader) => gl.getShaderInfoLog(shader)) ?? [];
    throw new Error(`The graphics card refused a program: ${gl.getProgramInfoLog(program)} ${why.join(' ')}`);
  }
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
    take: () => gl.useProgram(program),
    at(uniform) {
      const known = places.get(uniform);
      if (known !== undefined) return known;
      const place = gl.getUniformLocation(program, uniform);
      places.set(uniform, place);
      return place;
    },
  };
}

// ---- GPU objects: program, attributes, distance field of the outlines

/** 0..1 each. */
export type Rgb = readonly [red: number, green: number, blue: number];
export type AircraftColours = {
  /** In the order of `bandOf`. */
  readonly bands: readonly Rgb[];
  readonly accent: Rgb;
  readonly emergency: Rgb;
  readonly halo: Rgb;
  readonly haloPx: number;
};

const cellPx = 64;
const bytesEach = numbersEach * Float32Array.BYTES_PER_ELEMENT;

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
  const { bands, haloPx, ...colours } = values.colours;
  gl.uniform1f(at('u_haloPx'), haloPx);
  if (bands.length > 0) gl.uniform3fv(at('u_bands'), bands.flat());
  for (const [name, colour] of Object.entries(colours)) gl.uniform3f(at(`u_${name}`), ...colour);
}
