/**
 * What can be told of a text without laying it out: whether it fits into its cell, and whether it may run from right to left. Pure.
 * Must not: say that a text fits when it might not. A cell that may be too small cuts its text off with an ellipsis, which costs paint.
 */
import type { PlacedColumn } from './table-layout.ts';

/** Pixels of the largest type that cells have, and beside the text: padding, and the button that opens the row. */
const emPx = 14;
const besidePx = 20;
const openerPx = 12;
/** `2026-01-15 12:00:00`: digits of at most 0.6 em, the rest narrower. */
const instantEm = 10.5;

export function fitsByLength(text: string, { kind, index }: PlacedColumn, widthPx: number): boolean {
  const roomPx = widthPx - besidePx - (index === 0 ? openerPx : 0);
  // Of other texts nothing is known: no character of one line is wider than its height.
  return (kind === 'instant' ? instantEm : text.length) * emPx <= roomPx;
}

/** Hebrew, Arabic and the other scripts from right to left, with their forms for presentation. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);
