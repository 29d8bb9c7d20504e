/**
 * Draws the rows that a list showed last, while the code of the app loads (decision 53). Over the app, without input: what is below takes the clicks.
 * Own file: the first file of the app.
 */
import { audienceOf } from '../../contract/audience-of.ts';
import { apiBase, appConfig } from '../data/api-base.ts';
import { setServer } from '../data/offline/device-stores.ts';
import { isOfWindow, storedFirstRows, viewOf } from '../data/offline/first-rows.ts';
import { currentPath, pathInApp } from '../lib/base-path.ts';
import { drawTextPicture, type TextPicture } from '../lib/text-picture.ts';
import { continuedSession } from '../session/restorable-session.ts';
import type { Session } from '../session/session.ts';
import { mirrorKey } from '../session/session-storage.ts';
import { rootOf } from './roots.ts';

/** A screen that never says what it shows. */
const longestMs = 30_000;
const ends = ['pointerdown', 'click', 'keydown', 'wheel', 'popstate', 'pagehide', 'beforeprint'] as const;

/** Of the page. */
let isOver = false;
let canvas: HTMLCanvasElement | null = null;
/** What is drawn: the path in the app, and whose view. */
let shown: { readonly path: string; readonly of: string; readonly picture: TextPicture } | null = null;

/** The app shows its own content, or the user acts. */
export function endFirstRows(): void {
  isOver = true;
  canvas?.remove();
  canvas = null;
  shown = null;
  for (const end of ends) removeEventListener(end, endFirstRows, true);
  removeEventListener('storage', onStorage);
  removeEventListener('resize', onResize);
}

/** Another screen than the one that is drawn opens. */
export function leaveFirstRows(pathname: string): void {
  if (shown && pathInApp(pathname) !== shown.path.split('?', 1)[0]) endFirstRows();
}

/** The session of the app, as soon as it is known and after each change. */
export function keepFirstRowsFor(session: Session | null): void {
  if (!session || (shown && shown.of !== viewOf(session))) endFirstRows();
}

/** Another tab ends the session before the app follows it. */
function onStorage({ key, newValue }: StorageEvent): void {
  if (key === null || (key === mirrorKey && newValue === null)) endFirstRows();
}

/** A window that opens may report its size again without a change. */
function onResize(): void {
  if (shown && !isOfWindow(shown.picture)) endFirstRows();
}

/** Call once, first. Resolves when it is painted, or there is nothing to draw. */
export async function showFirstRows(): Promise<void> {
  // index.html: there may be a session.
  if (document.documentElement.dataset.boot !== 'in') return endFirstRows();
  for (const end of ends) addEventListener(end, endFirstRows, { capture: true, passive: true });
  addEventListener('storage', onStorage);
  addEventListener('resize', onResize);
  setTimeout(endFirstRows, longestMs);
  setServer(apiBase);
  const session = await continuedSession(appConfig().idleLimitMs);
  if (session?.terms !== 1) return;
  // The installed app starts at the root, which leads to the home.
  const path = currentPath() === '/' ? rootOf[audienceOf(session)] : currentPath();
  const stored = await storedFirstRows(path, session);
  if (!stored || isOver) return;
  const { picture, at } = stored;
  shown = { path, of: viewOf(session), picture };
  setTimeout(endFirstRows, session.expirationDate - Date.now());
  canvas = document.createElement('canvas');
  canvas.className = 'first-rows';
  canvas.ariaHidden = 'true';
  const draw = (): void => void (canvas && drawTextPicture(canvas, picture, noteOf(at)));
  draw();
  document.body.append(canvas);
  // Its fonts may still load.
  void Promise.allSettled(picture.styles.map(({ font }) => document.fonts.load(font))).then(draw);
  // Painted before other code runs.
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
}

/** Invariant 9: stored data shows its age. */
function noteOf(at: number): string {
  const [day, time] = new Date(at).toISOString().split('T') as [string, string];
  const isToday = day === new Date().toISOString().slice(0, 10);
  return `Stored ${isToday ? '' : `${day} `}${time.slice(0, 5)}Z. Loading.`;
}
