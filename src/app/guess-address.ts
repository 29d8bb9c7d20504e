/** What an unknown address may mean: an object on the device or a screen, up to two letters away. Pure. */
import type { Audience } from '../../contract/audience.ts';
import type { Entry, EntryKind } from '../find/entries.ts';
import { foldCode } from '../find/fold.ts';
import { editDistance } from '../lib/edit-distance.ts';
import { targetsOfEntry } from './go-to-targets.ts';
import { isOpen } from './route-guard.ts';
import { type RouteRow, routeTable } from './route-table.ts';

type Guess = { readonly to: string; readonly name: string };

const maxEdits = 2;
/** In a shorter code two letters mean too many others. */
const fewestLetters = 4;
const kinds: readonly EntryKind[] = ['aircraft', 'airport', 'station'];
const screens = Object.values<RouteRow>(routeTable).filter(({ path }) => !path.includes('$'));

/** The nearest: `/aircrafts/YR-BGX` is the aircraft, `/statistic` the screen. null = none. */
export function guessAddress(
  pathname: string,
  audience: Audience,
  groups: readonly (readonly Entry[])[],
): Guess | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return null;
  return objectNear(last, audience, groups) ?? (parts.length === 1 ? screenNear(first, audience) : null);
}

function screenNear(typed: string, audience: Audience): Guess | null {
  const word = typed.toLowerCase();
  const near = screens
    .filter(({ path }) => isOpen(path, audience))
    .map(({ path, title }) => ({
      to: path,
      name: title,
      edits: editDistance(word, path.slice(1).toLowerCase(), maxEdits),
    }));
  return nearest(near);
}

function objectNear(typed: string, audience: Audience, groups: readonly (readonly Entry[])[]): Guess | null {
  const code = foldCode(decoded(typed));
  const most = code.length < fewestLetters ? 0 : maxEdits;
  const near = groups.flat().flatMap((entry) => {
    if (!kinds.includes(entry.kind)) return [];
    const edits = editDistance(code, foldCode(entry.id), most);
    if (edits > most) return [];
    const to = targetsOfEntry(audience, entry)?.open.to;
    return to === undefined ? [] : [{ to, name: entry.kind === 'station' ? `Station ${entry.id}` : entry.id, edits }];
  });
  return nearest(near);
}

function nearest(found: readonly (Guess & { readonly edits: number })[]): Guess | null {
  const [best] = found.filter(({ edits }) => edits <= maxEdits).toSorted((a, b) => a.edits - b.edits);
  return best ? { to: best.to, name: best.name } : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
