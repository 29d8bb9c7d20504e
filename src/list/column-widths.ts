/** Widths of columns as text, for the address of a saved view: `tail.120,text.wide`. Pure. */
import { columnWidth, type ListDefinition } from './define-list.ts';

export type ViewWidths = {
  readonly widths: Readonly<Record<string, number>>;
  /** The text column takes the free width. */
  readonly isTextWide: boolean;
};

export const clampWidth = (width: number): number =>
  Math.round(Math.min(columnWidth.max, Math.max(columnWidth.min, width)));

const wide = 'text.wide';

/** null = the address has none. Invalid parts are dropped. */
export function readWidths(list: ListDefinition, text: string | null): ViewWidths | null {
  if (text === null) return null;
  const widths: Record<string, number> = {};
  const parts = text.split(',');
  for (const part of parts) {
    const [key = '', width = ''] = part.split('.');
    if (/^\d{1,4}$/.test(width) && list.columns.some((column) => column.key === key))
      widths[key] = clampWidth(Number(width));
  }
  return { widths, isTextWide: parts.includes(wide) };
}

export const writeWidths = ({ widths, isTextWide }: ViewWidths): string =>
  [...Object.entries(widths).map(([key, width]) => `${key}.${width}`), ...(isTextWide ? [wide] : [])].join(',');
