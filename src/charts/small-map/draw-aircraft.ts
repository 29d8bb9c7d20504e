/** Draws a small map: the world, and a mark per aircraft. */
import { bandColours, bandOf } from '../aircraft-bands.ts';
import type { MapAircraft } from './aircraft-view.ts';
import { drawMark } from './draw-mark.ts';
import { drawWorld, toNearestPoint, type WorldPicture } from './draw-world.ts';

type Picture = WorldPicture & { readonly aircraft: readonly MapAircraft[]; readonly isLive: boolean };

/** `under` draws between the world and the aircraft. null = no canvas. */
export function drawAircraft(
  canvas: HTMLCanvasElement,
  picture: Picture,
  under?: (pen: CanvasRenderingContext2D) => void,
): CanvasRenderingContext2D | null {
  // Beyond the poles is water, too: the box decides the scale, not the height.
  const pen = drawWorld(canvas, { ...picture, colours: { ...picture.colours, surface: picture.colours.water } });
  if (!pen) return null;
  under?.(pen);
  const { aircraft, colours, isLive } = picture;
  const bands = bandColours(colours);
  for (const one of aircraft) {
    const fill = bands[bandOf(one)] ?? colours.text;
    drawMark(pen, toNearestPoint(picture, one), { angle: one.angle, colours, isLive, fill });
  }
  return pen;
}
