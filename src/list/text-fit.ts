/** Estimates without layout whether a text fits its cell and may be right-to-left. When in doubt it does not fit. */
import type { PlacedColumn } from './table-layout.ts';

/** Largest font size of cells in pixels, and the space next to the text: padding, and the expand button. */
const emPx = 14;
const besidePx = 20;
const openerPx = 12;
/** `2026-01-15 12:00:00`: digits up to 0.6 em, others narrower. */
const instantEm = 10.5;

export function fitsByLength(text: string, { kind, index }: PlacedColumn, widthPx: number): boolean {
  const roomPx = widthPx - besidePx - (index === 0 ? openerPx : 0);
  // For other texts: no character is wider than the line height.
  return (kind === 'instant' ? instantEm : text.length) * emPx <= roomPx;
}

/** Hebrew, Arabic and other right-to-left scripts, with presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);
