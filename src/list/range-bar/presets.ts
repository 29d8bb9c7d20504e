/** Usual ranges of a list, its own window among them. Pure. */
import { windowLabel } from '../../lib/time.ts';
import type { ListDefinition } from '../define-list.ts';
import { type ListState, movingWindow } from '../state/list-state.ts';

type Preset = { readonly hours: number; readonly label: string; readonly isOwn: boolean };
const usualHours = [2, 24, 72, 168];

/** Shortest first. None for a list without a window. */
export function presetsOf({ window }: Pick<ListDefinition, 'window'>): readonly Preset[] {
  if (!window) return [];
  const hours = [...new Set([...usualHours, window.hours])].sort((a, b) => a - b);
  return hours.map((each) => ({ hours: each, label: windowLabel(each), isOwn: each === window.hours }));
}

/** The preset in use. null = From and To, or another number of hours. */
export const currentPreset = (list: ListDefinition, state: ListState): Preset | null =>
  presetsOf(list).find(({ hours }) => hours === movingWindow(list, state)?.hours) ?? null;
