/** Below the specified text: the address, what it may mean, and ways to continue. Loaded after the frame. */

import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { deviceEntries } from '../find/device-entries.ts';
import type { Entry, EntryKind } from '../find/entries.ts';
import { foldCode } from '../find/fold.ts';
import { openGoTo } from '../ui/go-to-event.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import shared from '../ui/shared.module.css';
import { useValue } from '../ui/value-store.ts';
import { targetsOfEntry } from './go-to-targets.ts';
import styles from './NotFound.module.css';
import { isOpen } from './route-guard.ts';
import { type RouteRow, routeTable } from './route-table.ts';

export default function NotFound({ audience }: { audience: Audience }): ReactElement {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { groups } = useValue(deviceEntries);
  const guess = useMemo(() => guessAddress(pathname, audience, groups), [pathname, audience, groups]);
  return (
    <>
      <p className={shared.breaks}>
        Your account has no screen at the address <code>{pathname}</code>.
      </p>
      <div role="status">
        {guess ? (
          <Link to={guess.to} className={styles.guess}>
            <IconArrowRight size={18} aria-hidden="true" />
            <span>
              Did you mean <strong>{guess.name}</strong>?
            </span>
          </Link>
        ) : null}
      </div>
      <p className={styles.ways}>
        {isOpen('/overview', audience) ? (
          <Link to="/overview" className={styles.main}>
            Overview
          </Link>
        ) : null}
        <PlainButton onClick={openGoTo}>
          <IconSearch size={16} aria-hidden="true" />
          Go to anything
          <kbd className={styles.key}>Ctrl K</kbd>
        </PlainButton>
      </p>
    </>
  );
}

// ---- What an unknown address may mean: the start of a screen's path, the screen of other users with the same data, or an object on the device, a screen or the page of an object up to two letters away. Pure.

/** Letters to change, add or remove until both texts are equal. Stops above `most`. */
function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.min(most + 1, row[b.length] ?? 0);
}

type Guess = { readonly to: string; readonly name: string };

const maxEdits = 2;
/** In a shorter code two letters mean too many others. */
const minLetters = 4;
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
  if (parts.length > 1) return pageNear(first, last, audience);
  return screenOfOthers(first, audience) ?? screenNear(first, audience);
}

/** `/tail2/YR-AGS` is `/tail/YR-AGS`, also where the device does not store the aircraft. */
function pageNear(typed: string, id: string, audience: Audience): Guess | null {
  const word = typed.toLowerCase();
  const near = pages.flatMap((page) => {
    // The aircraft of an airline have its number, one aircraft its registration.
    const to = page === 'aircraft' && !/^\d+$/.test(id) ? `/tail/${id}` : `/${page}/${id}`;
    const most = page.length < longWord ? 1 : maxEdits;
    const edits = editDistance(word, page.toLowerCase(), most);
    return edits > 0 && edits <= most && isOpen(to, audience) ? [{ to, name: to, edits }] : [];
  });
  return nearest(near);
}

/** `/server` is `/serverStatus`: no other screen starts with it. */
function screenStartingWith(typed: string, audience: Audience): Guess | null {
  const word = typed.toLowerCase();
  if (word.length < minLetters) return null;
  const found = screens.filter(({ path }) => path.slice(1).toLowerCase().startsWith(word) && isOpen(path, audience));
  const [only] = found;
  return only && found.length === 1 ? { to: only.path, name: only.title } : null;
}

/** `/akrxAll` is `/akrx` for a user who may not open it: a link from a user with another role. */
function screenOfOthers(typed: string, audience: Audience): Guess | null {
  const address = `/${typed.toLowerCase()}`;
  if (!screens.some(({ path }) => path.toLowerCase() === address)) return null;
  const own = screens.find(({ path }) => address.startsWith(path.toLowerCase()) && isOpen(path, audience));
  return own ? { to: own.path, name: own.title } : null;
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
  const most = code.length < minLetters ? 0 : maxEdits;
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
