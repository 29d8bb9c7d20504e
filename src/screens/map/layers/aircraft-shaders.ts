/**
 * The programs of the graphics card for aircraft: where a point stands now, and what its pixels show.
 * Must not: hold a rule of its own: ages come from positions/aircraft.ts, the way on from positions/motion.ts (travelS).
 */
import { agedAfterMs, fadeSteps } from '../positions/aircraft.ts';
import { shapeNames } from './aircraft-shapes.ts';
import { cellReach, farthest } from './distance-field.ts';
import { hoveredLook, selectedLook } from './pack-aircraft.ts';

const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));
const fadeBranches = fadeSteps
  .map(({ fromMs, opacity }) => `if (age >= ${float(fromMs / 1000)}) fade = ${float(opacity)};`)
  .join(' ');

/** Moves on as `travelS` does. Shared by icons and labels. */
const moved = `
uniform mat4 u_matrix;
uniform float u_elapsedS;
uniform float u_furthestS;
layout(location = 0) in vec2 a_fix;
layout(location = 1) in vec2 a_drift;
layout(location = 2) in vec4 a_state; // age s, held s, angle, look
float ageNow() { return max(0.0, a_state.x + u_elapsedS); }
vec4 placeNow() {
  float travelS = min(u_furthestS, max(ageNow(), a_state.y));
  return u_matrix * vec4(a_fix + a_drift * travelS, 0.0, 1.0);
}`;

export const iconVertex = `#version 300 es
precision highp float;
uniform float u_iconPx;
uniform float u_turn;
${moved}
flat out float v_angle;
flat out float v_cell;
flat out float v_spotPx;
flat out float v_isAged;
flat out float v_fade;
flat out float v_isSelected;
flat out float v_isHovered;
void main() {
  gl_Position = placeNow();
  float age = ageNow();
  float fade = 1.0;
  ${fadeBranches}
  v_isHovered = step(${float(hoveredLook)}, a_state.w);
  float look = a_state.w - v_isHovered * ${float(hoveredLook)};
  v_isSelected = step(${float(selectedLook)}, look);
  v_cell = look - v_isSelected * ${float(selectedLook)};
  v_isAged = step(${float(agedAfterMs / 1000)}, age);
  v_fade = max(fade, max(v_isSelected, v_isHovered));
  v_angle = a_state.z + u_turn;
  v_spotPx = u_iconPx * mix(${float(cellReach)}, 2.0, v_isSelected);
  gl_PointSize = v_spotPx;
}`;

export const iconFragment = `#version 300 es
precision highp float;
uniform sampler2D u_field;
uniform float u_iconPx;
uniform float u_pixelRatio;
uniform vec3 u_live;
uniform vec3 u_aged;
uniform vec3 u_accent;
uniform vec3 u_halo;
flat in float v_angle;
flat in float v_cell;
flat in float v_spotPx;
flat in float v_isAged;
flat in float v_fade;
flat in float v_isSelected;
flat in float v_isHovered;
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
  float isMarked = max(v_isSelected, v_isHovered);
  vec3 ink = mix(mix(u_live, u_aged, v_isAged), u_accent, isMarked);
  float body = inside(px);
  float halo = inside(px + 1.5 * u_pixelRatio);
  // Hollow when aged: the inside shows the halo's colour, so that it stands out from any map.
  float edge = body * (1.0 - inside(px - 1.4 * u_pixelRatio));
  float fill = mix(body, edge, v_isAged * (1.0 - isMarked));
  if (v_isSelected > 0.5) {
    float radius = length(spot);
    float ring = inside(1.0 * u_pixelRatio - abs(radius - (0.5 * v_spotPx - 2.0 * u_pixelRatio)));
    // Dashed when aged.
    float dash = step(0.0, sin(atan(spot.y, spot.x) * 14.0));
    fill = max(fill, ring * mix(1.0, dash, v_isAged));
  }
  float cover = max(fill, halo * 0.85);
  if (cover <= 0.0) discard;
  color = vec4(mix(u_halo, ink, fill / cover) * cover, cover) * v_fade;
}`;

/** A label is a square spot whose middle strip shows a cell of the picture of texts. */
export const labelVertex = `#version 300 es
precision highp float;
uniform float u_iconPx;
uniform float u_labelPx;
uniform vec2 u_viewportPx;
${moved}
layout(location = 3) in float a_cell;
flat out float v_cell;
void main() {
  gl_Position = placeNow();
  float isSelected = step(${float(selectedLook)}, mod(a_state.w, ${float(hoveredLook)}));
  float shiftPx = u_iconPx * mix(0.5, 1.0, isSelected) + 0.5 * u_labelPx;
  gl_Position.x += 2.0 * shiftPx / u_viewportPx.x * gl_Position.w;
  gl_PointSize = u_labelPx;
  v_cell = a_cell;
}`;

export const labelFragment = `#version 300 es
precision highp float;
uniform sampler2D u_texts;
uniform vec2 u_cells;
uniform float u_cellAspect;
flat in float v_cell;
out vec4 color;
void main() {
  float y = (gl_PointCoord.y - 0.5) * u_cellAspect + 0.5;
  if (y < 0.0 || y > 1.0) discard;
  vec2 cell = vec2(mod(v_cell, u_cells.x), floor(v_cell / u_cells.x));
  color = texture(u_texts, (cell + vec2(gl_PointCoord.x, y)) / u_cells);
}`;
