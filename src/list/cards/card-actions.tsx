/** Actions on a row for fingers: of a card by swipes and its menu, and of a message that fills a phone. */
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useObjectPath } from '../../objects/ObjectLink.tsx';
import { hasAircraft, useShowOnMap } from '../../objects/show-on-map.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { hasValue } from '../cells.ts';
import type { AnyRow, ListDefinition } from '../define-list.ts';
import { useCopyLink } from '../detail/copy-link.ts';
import styles from './CardRows.module.css';

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

type CardMenuProps = {
  readonly name: string;
  readonly actions: readonly CardAction[];
  readonly onClose: () => void;
};

/** Actions of a card, at the lower edge of a phone. */
export function CardMenu({ name, actions, onClose }: CardMenuProps): ReactElement {
  return (
    <Dialog title={name} onClose={onClose} footer={<PlainButton onClick={onClose}>Close</PlainButton>}>
      <ul className={styles.menu}>
        {actions.map((action) => (
          <li key={action.name}>
            <PlainButton
              onClick={() => {
                onClose();
                action.run();
              }}
            >
              {action.name}
            </PlainButton>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
