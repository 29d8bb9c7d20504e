/** What an unknown address may mean: the start of a screen's path, or an object on the device, a screen or the page of an object up to two letters away. Pure. */
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
/** In a shorter word of an address one letter. */
const longWord = 6;
const kinds: readonly EntryKind[] = ['aircraft', 'airport', 'station'];
const rows = Object.values<RouteRow>(routeTable);
const screens = rows.filter(({ path }) => !path.includes('$'));
/** First parts of `/tail/$id`. */
const pages = rows.flatMap(({ path }) => /^\/([^/]+)\/\$id$/.exec(path)?.[1] ?? []);

/** The nearest: `/aircrafts/YR-BGX` is the aircraft, `/statistic` the screen. null = none. */
export function guessAddress(
  pathname: string,
  audience: Audience,
  groups: readonly (readonly Entry[])[],
): Guess | null {
  const parts = pathname.split('/').filter((part) => part !== '');
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const found = (parts.length === 1 ? screenStartingWith(first, audience) : null) ?? objectNear(last, audience, groups);
  if (found || parts.length > 2) return found;
  return parts.length === 1 ? screenNear(first, audience) : pageNear(first, last, audience);
}

/** `/tail2/YR-AGS` is `/tail/YR-AGS`, also where the device does not store the aircraft. */
function pageNear(typed: string, id: string, audience: Audience): Guess | null {
  const word = typed.toLowerCase();
  const near = pages.flatMap((page) => {
    const to = `/${page}/${id}`;
    const most = page.length < longWord ? 1 : maxEdits;
    const edits = editDistance(word, page.toLowerCase(), most);
    return edits > 0 && edits <= most && isOpen(to, audience) ? [{ to, name: to, edits }] : [];
  });
  return nearest(near);
}

/** `/server` is `/serverStatus`: no other screen starts with it. */
function screenStartingWith(typed: string, audience: Audience): Guess | null {
  const word = typed.toLowerCase();
  if (word.length < fewestLetters) return null;
  const found = screens.filter(({ path }) => path.slice(1).toLowerCase().startsWith(word) && isOpen(path, audience));
  const [only] = found;
  return only && found.length === 1 ? { to: only.path, name: only.title } : null;
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
