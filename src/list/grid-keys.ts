/** Target cell of a key in the grid (ARIA grid pattern). Pure. */

/** Row -1 is the header. */
export type Cell = { readonly row: number; readonly col: number };
type GridSize = { readonly rows: number; readonly cols: number; readonly page: number };
type Key = { readonly key: string; readonly ctrlKey: boolean; readonly shiftKey: boolean; readonly altKey: boolean };

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max));

/** Target cell of a key. null = not a grid key. */
export function nextCell(key: Key, at: Cell, size: GridSize): Cell | null {
  if (key.shiftKey || key.altKey) return null;
  const move = (row: number, col: number): Cell => ({
    row: clamp(row, -1, size.rows - 1),
    col: clamp(col, 0, size.cols - 1),
  });
  switch (key.key) {
    case 'ArrowUp':
      return move(at.row - 1, at.col);
    case 'ArrowDown':
      return move(at.row + 1, at.col);
    case 'ArrowLeft':
      return move(at.row, at.col - 1);
    case 'ArrowRight':
      return move(at.row, at.col + 1);
    case 'PageUp':
      return move(Math.max(0, at.row - size.page), at.col);
    case 'PageDown':
      return move(at.row + size.page, at.col);
    case 'Home':
      return key.ctrlKey ? move(0, 0) : move(at.row, 0);
    case 'End':
      return key.ctrlKey ? move(size.rows - 1, size.cols - 1) : move(at.row, size.cols - 1);
    default:
      return null;
  }
}
