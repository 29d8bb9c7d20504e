/** Actions of a card: the first two are those of a swipe to the right and to the left. */
import { useRouter } from '@tanstack/react-router';
import { useObjectPath } from '../../objects/ObjectLink.tsx';
import { hasAircraft, useShowOnMap } from '../../objects/show-on-map.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { hasValue } from '../cells.ts';
import { useCopyLink } from '../copy-link.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';

export type CardAction = { readonly name: string; readonly run: () => void };
export type CardActions = {
  readonly right: CardAction | null;
  readonly left: CardAction | null;
  /** All, with those of the swipes. */
  readonly all: readonly CardAction[];
};

const none: CardActions = { right: null, left: null, all: [] };

export function useCardActions(list: ListDefinition): (row: AnyRow) => CardActions {
  const router = useRouter();
  const copyLink = useCopyLink(list);
  const showOnMap = useShowOnMap();
  const pathOf = useObjectPath('tail');
  return (row) => {
    const text = list.card.text === null ? null : row[list.card.text];
    const page = hasValue(row.tail) ? pathOf(String(row.tail)) : null;
    const map: CardAction | null = hasAircraft(row) ? { name: 'Show on map', run: () => void showOnMap(row) } : null;
    const copy: CardAction | null =
      typeof text === 'string' && text !== '' ? { name: 'Copy text', run: () => void copyText(text) } : null;
    const toLink = copyLink(row);
    const link: CardAction | null = toLink && { name: 'Copy link', run: toLink };
    const open: CardAction | null =
      page === null ? null : { name: 'Aircraft page', run: () => void router.navigate({ to: page }) };
    // Rows without an aircraft and a text have their links in their fields.
    if (!map && !copy) return none;
    return { right: map, left: copy ?? link, all: [map, open, copy, link].filter((one) => one !== null) };
  };
}
