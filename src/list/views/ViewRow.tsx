/** A saved view in the menu: opens it, copies its link, and more actions. */
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { copyText } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import type { ListDefinition } from '../define-list.ts';
import { ignoredOfView, type SavedView, viewSummary } from './saved-views.ts';
import styles from './ViewsMenu.module.css';

export function ViewRow(props: {
  readonly list: ListDefinition;
  readonly view: SavedView;
  /** After the summary. */
  readonly note?: string;
  readonly onOpen: () => void;
  readonly linkIcon: ReactElement;
  readonly actions: readonly { readonly name: string; readonly icon: ReactElement; readonly act: () => void }[];
}): ReactElement {
  const { list, view } = props;
  const router = useRouter();
  const copy = (): void => {
    const { publicHref } = router.buildLocation({ to: '.', search: view.search as never });
    void copyText(new URL(publicHref, location.origin).href, 'Link copied');
  };
  const missing = ignoredOfView(list, view);
  const texts = [viewSummary(list, view), missing === '' ? '' : `without ${missing}`, props.note ?? ''];
  return (
    <li>
      <PlainButton className={styles.open} onClick={props.onOpen}>
        <b dir="auto">{view.name}</b>
        <span dir="auto">{texts.filter((text) => text !== '').join(', ')}</span>
      </PlainButton>
      <PlainButton look="icon" aria-label={`Copy link to ${view.name}`} title="Copy link" onClick={copy}>
        {props.linkIcon}
      </PlainButton>
      {props.actions.map(({ name, icon, act }) => (
        <PlainButton key={name} look="icon" aria-label={name} title={name} onClick={act}>
          {icon}
        </PlainButton>
      ))}
    </li>
  );
}
