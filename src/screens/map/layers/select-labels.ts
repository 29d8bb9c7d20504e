/** Selects the aircraft that get a name, so that no name covers another one or an aircraft. Pure. */

import { bandOf, unknownBand } from '../../../charts/aircraft-bands.ts';
import { isTextBand } from '../../../charts/altitude-bands.ts';
import { altitudeText } from '../../../lib/altitude-text.ts';
import { isWithin } from '../../../lib/bounds.ts';
import { oneLine } from '../../../lib/format.ts';
import type { Units } from '../../../lib/units.ts';
import { type Aircraft, emergencyText, isEmergency, nameOf } from '../positions/aircraft.ts';
import { worldOf } from '../positions/motion.ts';
import type { Viewport } from '../viewport.ts';
import { aircraftSizePx } from '../zoom-tables.ts';

/** Below, only the selected aircraft, emergencies and the newest messages have names. */
const namesFromZoom = 6;
const levelsFromZoom = 8;
const newestMessages = 40;
const maxLabels = 250;
/** Where the map is full, further candidates find no place either. */
const maxTries = 1000;
const recentMessageMs = 5 * 60_000;

export type Label = {
  readonly aircraft: Aircraft;
  readonly name: string;
  /** '' = none at this zoom. */
  readonly level: string;
  /** Colour of the level. */
  readonly band: number;
  readonly isEmergency: boolean;
  /** Next to a ring or frame. */
  readonly isWide: boolean;
  readonly side: 'left' | 'right';
};

type Labelled = {
  readonly list: readonly Aircraft[];
  readonly viewport: Viewport;
  readonly selectedKey: string | null;
  readonly now: number;
  readonly units: Units;
};

export function selectLabels({ list, viewport, selectedKey, now, units }: Labelled): Label[] {
  const inView = list.filter((one) => isWithin(viewport.bounds, one.lat, one.lon));
  const ranked = candidates(inView, { viewport, selectedKey, now }).slice(0, maxTries);
  if (ranked.length === 0) return [];
  const levelUnits = viewport.zoom >= levelsFromZoom ? units : null;
  const place = placer(inView, viewport);
  const labels: Label[] = [];
  for (const aircraft of ranked) {
    if (labels.length === maxLabels) break;
    const label = labelOf(aircraft, levelUnits, aircraft.key === selectedKey);
    const side = place(label, aircraft.key === selectedKey);
    if (side !== null) labels.push({ ...label, side });
  }
  return labels;
}

/** `levelUnits` null = without its level. */
function labelOf(aircraft: Aircraft, levelUnits: Units | null, isSelected: boolean): Omit<Label, 'side'> {
  const emergency = emergencyText(aircraft);
  const band = bandOf(aircraft);
  return {
    aircraft,
    name: [oneLine(nameOf(aircraft)), emergency].filter((part) => part !== null).join(' '),
    level: (levelUnits && altitudeText(aircraft, levelUnits)) || '',
    band: isTextBand(band) ? band : unknownBand,
    isEmergency: emergency !== null,
    isWide: isSelected || emergency !== null,
  };
}

/** First the selected aircraft, emergencies, recent messages, then by altitude. */
function candidates(
  inView: readonly Aircraft[],
  { viewport, selectedKey, now }: Omit<Labelled, 'list' | 'units'>,
): readonly Aircraft[] {
  const rankOf = (one: Aircraft): number => {
    if (one.key === selectedKey) return 4e6;
    if (isEmergency(one)) return 3e6;
    const isRecent = one.messageAt !== null && now - one.messageAt < recentMessageMs;
    return (isRecent ? 1e6 : 0) + (one.isOnGround === true ? -5000 : (one.altitudeFt ?? 0));
  };
  const ranked = (some: readonly Aircraft[]): Aircraft[] =>
    some
      .map((one) => ({ one, rank: rankOf(one) }))
      .sort((a, b) => b.rank - a.rank)
      .map(({ one }) => one);
  if (viewport.zoom >= namesFromZoom) return ranked(inView);
  const newest = inView
    .filter(({ messageAt }) => messageAt !== null)
    .sort((a, b) => (b.messageAt ?? 0) - (a.messageAt ?? 0))
    .slice(0, newestMessages);
  return ranked([...new Set([...inView.filter((one) => one.key === selectedKey || isEmergency(one)), ...newest])]);
}

// ---- places in px

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

export const textPx = 12;
export const gapPx = 3;
const letterPx = 7;
const heightPx = 16;
const cellPx = 64;
/** Of an icon, filled by its outline in any direction. */
const outlineShare = 3 / 4;

/** Finds a free side for each label in turn and occupies it. null = none. */
function placer(inView: readonly Aircraft[], { zoom, bounds }: Viewport) {
  const worldPx = 256 * 2 ** zoom;
  const west = (bounds.west + 180) / 360;
  const iconPx = aircraftSizePx(zoom);
  const pointOf = ({ lat, lon }: Aircraft): { x: number; y: number } => {
    const { x, y } = worldOf(lat, lon);
    return { x: (x - west - Math.floor(x - west)) * worldPx, y: y * worldPx };
  };
  const marks = marksOf(inView.map(pointOf), (iconPx * outlineShare) / 2);
  const names: Box[] = [];
  const isFree = (box: Box): boolean => !marks(box) && !names.some((name) => isOver(box, name));
  return (label: Omit<Label, 'side'>, isForced: boolean): Label['side'] | null => {
    const { x, y } = pointOf(label.aircraft);
    const from = (label.isWide ? iconPx : iconPx / 2) + gapPx;
    const width = (label.name.length + (label.level === '' ? 0 : label.level.length + 1)) * letterPx;
    const boxOn = (side: Label['side']): Box => ({
      left: side === 'right' ? x + from : x - from - width,
      right: side === 'right' ? x + from + width : x - from,
      top: y - heightPx / 2,
      bottom: y + heightPx / 2,
    });
    const side = (['right', 'left'] as const).find((one) => isFree(boxOn(one))) ?? (isForced ? 'right' : null);
    if (side !== null) names.push(boxOn(side));
    return side;
  };
}

/** Whether a box is over one of the marks, which reach `reachPx` from their centres. */
function marksOf(centres: readonly { x: number; y: number }[], reachPx: number): (box: Box) => boolean {
  const keyOf = (column: number, row: number): number => column * 1_000_003 + row;
  const cells = new Map<number, { x: number; y: number }[]>();
  for (const centre of centres) {
    const key = keyOf(Math.floor(centre.x / cellPx), Math.floor(centre.y / cellPx));
    const cell = cells.get(key);
    if (cell) cell.push(centre);
    else cells.set(key, [centre]);
  }
  return (box) => {
    const [left, right, top, bottom] = [
      box.left - reachPx,
      box.right + reachPx,
      box.top - reachPx,
      box.bottom + reachPx,
    ];
    for (let column = Math.floor(left / cellPx); column <= Math.floor(right / cellPx); column++)
      for (let row = Math.floor(top / cellPx); row <= Math.floor(bottom / cellPx); row++)
        for (const { x, y } of cells.get(keyOf(column, row)) ?? [])
          if (x > left && x < right && y > top && y < bottom) return true;
    return false;
  };
}

const isOver = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
