/**
 * Draws the rows that a list showed last, while the code of the app loads (decision 53). Over the app, without input: what is below takes the clicks.
 * Own file: the first file of the app.
 */
import { audienceOf } from '../../contract/audience-of.ts';
import { apiBase, appConfig } from '../data/api-base.ts';
import { setServer } from '../data/offline/device-stores.ts';
import { storedFirstRows } from '../data/offline/first-rows.ts';
import { currentPath, pathInApp } from '../lib/base-path.ts';
import { drawTextPicture } from '../lib/text-picture.ts';
import { continuedSession } from '../session/restorable-session.ts';
import { rootOf } from './roots.ts';

/** A screen that never says what it shows. */
const longestMs = 30_000;
const inputs = ['pointerdown', 'keydown', 'wheel', 'resize'] as const;

/** Of the page. */
let isOver = false;
let canvas: HTMLCanvasElement | null = null;
/** Path in the app of the screen that is drawn. */
let shownPath = '';

/** The app shows its own content, or the user acts. */
export function endFirstRows(): void {
  isOver = true;
  canvas?.remove();
  canvas = null;
  for (const input of inputs) removeEventListener(input, endFirstRows, true);
}

/** Another screen than the one that is drawn opens. */
export function leaveFirstRows(pathname: string): void {
  if (shownPath !== '' && pathInApp(pathname) !== shownPath.split('?', 1)[0]) endFirstRows();
}

/** Call once, first. Never throws. */
export async function showFirstRows(): Promise<void> {
  // index.html: there may be a session.
  if (document.documentElement.dataset.boot !== 'in') return endFirstRows();
  for (const input of inputs) addEventListener(input, endFirstRows, { capture: true, passive: true });
  setTimeout(endFirstRows, longestMs);
  setServer(apiBase);
  const session = await continuedSession(appConfig().idleLimitMs);
  if (session?.terms !== 1) return;
  // The installed app starts at the root, which leads to the home.
  const path = currentPath() === '/' ? rootOf[audienceOf(session)] : currentPath();
  const stored = await storedFirstRows(path, session);
  if (!stored || isOver) return;
  shownPath = path;
  canvas = document.createElement('canvas');
  canvas.className = 'first-rows';
  canvas.ariaHidden = 'true';
  const { picture, at } = stored;
  const draw = (): void => void (canvas && drawTextPicture(canvas, picture, noteOf(at)));
  draw();
  document.body.append(canvas);
  // Its fonts may still load.
  await Promise.allSettled(picture.styles.map(({ font }) => document.fonts.load(font)));
  draw();
}

/** Invariant 9: stored data shows its age. */
function noteOf(at: number): string {
  const [day, time] = new Date(at).toISOString().split('T') as [string, string];
  const isToday = day === new Date().toISOString().slice(0, 10);
  return `Stored ${isToday ? '' : `${day} `}${time.slice(0, 5)}Z. Loading.`;
}
