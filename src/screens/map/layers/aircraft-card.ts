/** GPU objects of the aircraft layer: program, attributes, distance field of the outlines. */
import { iconFragment, iconVertex } from './aircraft-shaders.ts';
import { shapeNames, shapes } from './aircraft-shapes.ts';
import { distanceField } from './distance-field.ts';
import { type GlProgram, glProgram } from './gl-program.ts';
import { numbersEach } from './pack-aircraft.ts';

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

export type Card = {
  readonly icons: GlProgram;
  readonly vertices: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  readonly field: WebGLTexture;
};

let fieldOfShapes: Uint8Array<ArrayBuffer> | null = null;

export function createCard(gl: WebGL2RenderingContext): Card {
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

export function deleteCard(gl: WebGL2RenderingContext, card: Card): void {
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
export function setIconUniforms(gl: WebGL2RenderingContext, { at }: GlProgram, values: IconUniforms): void {
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
