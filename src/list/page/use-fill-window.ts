/** 'Fill the window': measured when the window or the rows change their size. Notes of the screen (`data-note`) come and go: their space counts as free. */
import { type RefObject, useLayoutEffect, useState } from 'react';
import { defaultPageSize } from '../define-list.ts';
import { lineHeadHeight, lineHeight, narrowRowHeight, readRowHeight } from '../reading/row-heights.ts';

/** Pixels: a row (null = by density), and what rows share the space with: a header, a horizontal scroll bar. */
const heights = {
  table: { row: null, others: 34 + 16 },
  read: { row: readRowHeight, others: 0 },
  readNarrow: { row: narrowRowHeight, others: 0 },
  lines: { row: lineHeight, others: lineHeadHeight },
  aircraft: { row: null, others: 0 },
  /** The smallest card. */
  cards: { row: 158, others: 0 },
} as const;
type RowsAs = keyof typeof heights;

/** At least ten (PAGE-15). */
export const rowsThatFit = (height: number, rowHeight: number): number =>
  Math.max(defaultPageSize, Math.floor(height / rowHeight));

/** Rows that fill `body`. null = not measured, or not used. `density` = anything that changes the height of a row. */
export function useFillWindow(
  body: RefObject<HTMLElement | null>,
  rows: RowsAs,
  density: string,
  isOn: boolean,
  onRows: (rows: number) => void,
): void {
  const [windowHeight, setWindowHeight] = useState(() => innerHeight);
  useLayoutEffect(() => {
    if (!isOn) return;
    const onResize = (): void => setWindowHeight(innerHeight);
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, [isOn]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of the window and of a row decide
  useLayoutEffect(() => {
    const element = body.current;
    if (!isOn || !element) return;
    const { row, others } = heights[rows];
    const rowHeight = row ?? Number.parseFloat(getComputedStyle(element).getPropertyValue('--dl-row'));
    const notes = [...(element.parentElement?.querySelectorAll<HTMLElement>(':scope > [data-note]') ?? [])];
    const free = notes.reduce((height, note) => height + note.offsetHeight, element.clientHeight);
    onRows(rowsThatFit(free - others, rowHeight));
  }, [body, isOn, rows, density, windowHeight, onRows]);
}
