/** Draws the path of a flight on a small map, and the aircraft at its position. */
import { altitudeBands, bandAt } from '../../charts/altitude-bands.ts';
import { drawMark } from '../../charts/small-map/draw-mark.ts';
import { drawWorld, toNearestPoint, type WorldPicture } from '../../charts/small-map/draw-world.ts';
import type { MapColours } from '../../ui/map-colours.ts';

type TrackPicture = WorldPicture & {
  readonly path: readonly { readonly lat: number; readonly lon: number; readonly ft: number | null }[];
  readonly now: { readonly lat: number; readonly lon: number; readonly angle: number | null } | null;
  readonly isNow: boolean;
};

export function drawTrack(canvas: HTMLCanvasElement, picture: TrackPicture): void {
  const pen = drawWorld(canvas, { ...picture, colours: { ...picture.colours, surface: picture.colours.water } });
  if (!pen) return;
  const { path, now, colours, isNow } = picture;
  pen.lineWidth = 3;
  pen.lineCap = 'round';
  path.forEach((point, at) => {
    const before = path[at - 1];
    if (!before) return;
    const [from, to] = [toNearestPoint(picture, before), toNearestPoint(picture, point)];
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(to.x, to.y);
    pen.strokeStyle = colourOf(point.ft, colours);
    pen.stroke();
  });
  if (!now) return;
  const { x, y } = toNearestPoint(picture, now);
  pen.beginPath();
  pen.arc(x, y, 14, 0, 2 * Math.PI);
  pen.lineWidth = 2;
  pen.strokeStyle = isNow ? colours.accent : colours['stale-mark'];
  pen.stroke();
  drawMark(pen, { x, y }, { angle: now.angle, colours, isLive: isNow });
}

function colourOf(ft: number | null, colours: MapColours): string {
  if (ft === null) return colours.dim;
  const token = (ft <= 0 ? altitudeBands[0] : altitudeBands[bandAt(ft)])?.token;
  return token ? colours[token] : colours.dim;
}
