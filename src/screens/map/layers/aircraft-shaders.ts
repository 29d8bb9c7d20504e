/** Shaders of the aircraft layer. Their figures are those of positions/aircraft.ts and positions/motion.ts. */

import { bandCount } from '../../../charts/aircraft-bands.ts';
import { agedAfterMs, fadeSteps } from '../positions/aircraft.ts';
import { shapeNames } from './aircraft-shapes.ts';
import { cellReach, farthest } from './distance-field.ts';
import { bandLook, emergencyLook, hoveredLook, selectedLook } from './pack-aircraft.ts';

const float = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));
const fadeBranches = fadeSteps
  .map(({ fromMs, opacity }) => `if (age >= ${float(fromMs / 1000)}) fade = ${float(opacity)};`)
  .join(' ');

/** Extrapolates like `travelS`. */
const moved = `
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

export const iconFragment = `#version 300 es
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
