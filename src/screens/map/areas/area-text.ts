/** Texts of offline areas and stored layers. Pure. */
import type { BaseLayer } from '../../../../contract/base-layers.ts';
import { type AreaFacts, areaBudgetBytes, maxAreas, type TileSums } from '../../../../contract/tile-keeper.ts';
import type { AreaDownload, StopReason } from '../../../data/area-download.ts';
import { storedZooms, type ZoomChoice } from '../../../data/area-plan.ts';
import { counted, formatCount, sizeText } from '../../../lib/format.ts';
import { ageText, utcShort } from '../../../lib/time.ts';

/** Why areas of this layer cannot be stored, and who forbids it. null = they can. */
export function downloadRefusal(layer: BaseLayer): string | null {
  if (layer.unavailable) return layer.unavailable;
  if (layer.storing === 'areas') return null;
  const terms = `The terms of its source (${layer.attribution.replace(/\.$/, '')})`;
  return layer.storing === 'seen'
    ? `${terms} do not allow area downloads of ${layer.name}. Tiles you view are stored automatically.`
    : `${terms} do not allow storing ${layer.name} tiles.`;
}

/** Where areas of this layer cannot be stored: the layers whose areas can. */
export function downloadableText(layers: readonly BaseLayer[]): string {
  const names = layers.filter((layer) => downloadRefusal(layer) === null).map(({ name }) => name);
  return names.length === 0
    ? 'No layer on this server allows it. The built-in map needs no tiles.'
    : `Areas of ${names.join(', ')} can be downloaded. Choose one as the base layer first.`;
}

/** For the layer switcher: `stored, zoom 0 to 9`, or `not stored`. */
export function storedText(sums: TileSums, layer: BaseLayer['name']): string {
  const zooms = storedZooms(sums, layer);
  if (!zooms) return 'not stored';
  return zooms.min === zooms.max ? `stored, zoom ${zooms.min}` : `stored, zoom ${zooms.min} to ${zooms.max}`;
}

/** `9: 340 tiles, ≈ 5.1 MB`: short, for a select on a phone. */
export function choiceText({ zoom, tiles, bytes, limit }: ZoomChoice): string {
  const size = limit === 'tiles' ? 'too many' : limit === 'bytes' ? 'no space' : `≈ ${sizeText(bytes)}`;
  return `${zoom}: ${counted(tiles, 'tile')}, ${size}`;
}

/** The space that areas use. */
export function spaceText(usedBytes: number): string {
  return `Offline areas use ${sizeText(usedBytes)} of ${sizeText(areaBudgetBytes)}.`;
}

export const tooManyAreas = `The limit of ${maxAreas} areas is reached. Remove one to add another.`;

/** `main, zoom 0 to 9, 1,240 tiles, 18.2 MB`, and how old they are. */
export function areaText(area: AreaFacts): string {
  const zooms = area.minZoom === area.maxZoom ? `zoom ${area.minZoom}` : `zoom ${area.minZoom} to ${area.maxZoom}`;
  return `${area.layer}, ${zooms}, ${counted(area.held, 'tile')}, ${sizeText(area.bytes)}`;
}

type AreaState = { readonly kind: 'whole' | 'part' | 'old'; readonly text: string };

/** Whether the area is whole, and how old its oldest tile is. */
export function areaState({ tiles, held, current, oldestAt }: AreaFacts, now: number): AreaState {
  const age = oldestAt === null ? '' : `, from ${utcShort(oldestAt)}, ${ageText(now - oldestAt)} ago`;
  if (held < tiles) return { kind: 'part', text: `${formatCount(held)} of ${counted(tiles, 'tile')} downloaded${age}` };
  if (current < tiles) return { kind: 'old', text: `Complete, ${formatCount(tiles - current)} to refresh${age}` };
  return { kind: 'whole', text: `Complete${age}` };
}

const stopWords: Readonly<Record<StopReason, string>> = {
  cancelled: 'Cancelled.',
  unreached: 'The server is unreachable.',
  refused: 'The tile source is refusing requests.',
  forbidden: 'The server does not allow area downloads of this layer.',
  full: "This device's storage is full.",
  limit: 'The space for offline areas is full.',
  'signed out': 'Log in again to continue.',
};

/** Progress or result of a run. */
export function downloadText({ done, tiles, missing, bytes, phase, stopped }: AreaDownload): string {
  const count = `${formatCount(done)} of ${counted(tiles, 'tile')}, ${sizeText(bytes)}`;
  const gaps = missing === 0 ? '' : ` ${counted(missing, 'tile')} failed to download.`;
  if (phase === 'waiting') return `${count}. The server is busy. The download continues automatically.${gaps}`;
  if (phase === 'running') return `${count}.${gaps}`;
  if (stopped === null) return missing === 0 ? `Downloaded: ${count}.` : `Done: ${count}.${gaps}`;
  return `${stopWords[stopped]} ${formatCount(done - missing)} of ${counted(tiles, 'tile')} downloaded and stored. Continue downloads the rest.`;
}
