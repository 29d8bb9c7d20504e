import { useRouter } from '@tanstack/react-router';
import { copyText } from '../ui/CopyButton.tsx';
import type { AnyRow, ListDefinition } from './define-list.ts';
import { rowSearch } from './row-link.ts';

/** Copies the address of this list with the minute, the tail and the flight of a row. null = nothing in the row selects it. */
export function useCopyLink(list: ListDefinition): (row: AnyRow) => (() => void) | null {
  const router = useRouter();
  return (row) => {
    const search = rowSearch(list, row);
    return (
      search &&
      (() => {
        const { publicHref } = router.buildLocation({ to: '.', search: search as never });
        void copyText(new URL(publicHref, location.origin).href, 'Link copied');
      })
    );
  };
}
