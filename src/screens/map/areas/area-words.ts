/**
 * Kept areas and stored layers as words. Pure. Must not: know React, or say that something is allowed which the layer's terms forbid.
 */
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { type AreaFacts, areaBudgetBytes, mostAreas, type TileSums } from '../../../../contract/tile-keeper.ts';
import { formatCount, sizeText } from '../../../lib/format.ts';
import { ageText, utcShort } from '../../../lib/time.ts';
import { heldZooms, type ZoomChoice } from './area-plan.ts';
import type { KeepRun, StopReason } from './keep-run.ts';

/** Why areas of this layer cannot be kept, and whose word that is; null = they can. */
export function whyNotKept(layer: BaseLayer): string | null {
  if (layer.unavailable) return layer.unavailable;
  if (layer.storing === 'areas') return null;
  const terms = `The terms of its source (${layer.attribution.replace(/\.$/, '')})`;
  return layer.storing === 'seen'
    ? `${terms} do not allow fetching areas of ${layer.name} ahead. What you look at is kept by itself.`
    : `${terms} do not allow tiles of ${layer.name} to be kept on a device.`;
}

/** What to do where this layer's areas cannot be kept: which others' can. */
export function keepableWords(layers: readonly BaseLayer[]): string {
  const names = layers.filter((layer) => whyNotKept(layer) === null).map(({ name }) => name);
  return names.length === 0
    ? 'No layer of this server allows it. The base map of this app needs no tiles.'
    : `Areas can be kept of ${names.join(', ')}: choose one as the base layer first.`;
}

/** For the layer switcher: `stored, zoom 0 to 9`, or `not stored`. */
export function storedWords(sums: TileSums, layer: BaseLayer['name']): string {
  const zooms = heldZooms(sums, layer);
  if (!zooms) return 'not stored';
  return zooms.min === zooms.max ? `stored, zoom ${zooms.min}` : `stored, zoom ${zooms.min} to ${zooms.max}`;
}

/** `9: 340 tiles, ≈ 5.1 MB`: short, since it stands in a choice on a phone. */
export function choiceWords({ zoom, tiles, bytes, limit }: ZoomChoice): string {
  const size = limit === 'tiles' ? 'too many' : limit === 'bytes' ? 'no room' : `≈ ${sizeText(bytes)}`;
  return `${zoom}: ${tilesText(tiles)}, ${size}`;
}

export const tilesText = (tiles: number): string => `${formatCount(tiles)} ${tiles === 1 ? 'tile' : 'tiles'}`;

/** What of the room for areas is taken. */
export function roomWords(usedBytes: number): string {
  return `Areas take ${sizeText(usedBytes)} of ${sizeText(areaBudgetBytes)} on this device.`;
}

export const tooManyAreas = `There are ${mostAreas} areas already. Remove one to keep another.`;

/** `main, zoom 0 to 9, 1,240 tiles, 18.2 MB`, and how old they are. */
export function areaWords(area: AreaFacts): string {
  const zooms = area.minZoom === area.maxZoom ? `zoom ${area.minZoom}` : `zoom ${area.minZoom} to ${area.maxZoom}`;
  return `${area.layer}, ${zooms}, ${tilesText(area.held)}, ${sizeText(area.bytes)}`;
}

export type AreaState = { readonly kind: 'whole' | 'part' | 'old'; readonly text: string };

/** Whether the area is whole, and how old its oldest tile is. */
export function areaState({ tiles, held, current, oldestAt }: AreaFacts, now: number): AreaState {
  const age = oldestAt === null ? '' : `, from ${utcShort(oldestAt)}, ${ageText(now - oldestAt)} ago`;
  if (held < tiles) return { kind: 'part', text: `${formatCount(held)} of ${tilesText(tiles)} are here${age}` };
  if (current < tiles)
    return { kind: 'old', text: `Whole; ${formatCount(tiles - current)} still to be refreshed${age}` };
  return { kind: 'whole', text: `Whole${age}` };
}

const stopWords: Readonly<Record<StopReason, string>> = {
  cancelled: 'Cancelled.',
  unreached: 'The server was not reached.',
  refused: 'The source of this layer gives no tiles now.',
  forbidden: 'The server does not allow areas of this layer to be kept.',
  full: "This device's storage is full.",
  limit: 'The room for areas is used up.',
  'signed out': 'The server wants you to log in again.',
};

/** How a run goes, or how it ended. */
export function runWords({ done, tiles, missing, bytes, phase, stopped }: KeepRun): string {
  const count = `${formatCount(done)} of ${tilesText(tiles)}, ${sizeText(bytes)}`;
  const gaps = missing === 0 ? '' : ` ${tilesText(missing)} could not be had.`;
  if (phase === 'waiting') return `${count}. The server asks for patience; this goes on by itself.${gaps}`;
  if (phase === 'running') return `${count}.${gaps}`;
  if (stopped === null) return missing === 0 ? `Kept: ${count}.` : `Done: ${count}.${gaps}`;
  return `${stopWords[stopped]} ${formatCount(done - missing)} of ${tilesText(tiles)} are here and stay; Continue fetches the others.`;
}
