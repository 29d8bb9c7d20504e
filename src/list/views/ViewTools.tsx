/** Saved views of a list: open, copy as a link, share, delete, and save what is on screen. */

import { Popover } from '@mantine/core';
import { IconDeviceFloppy, IconLink, IconUsers, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, type RefObject, useId, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { attempt } from '../../data/attempt.ts';
import { sharedViewsKey, sharedViewsQuery } from '../../data/resources.ts';
import { send } from '../../data/send.ts';
import { oneLine } from '../../lib/format.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { useFocusThatStays } from '../../ui/focus-that-stays.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { type ListDefinition, type ViewName, viewsOf } from '../define-list.ts';
import { useListModel } from '../list-model.ts';
import { inOverlay } from '../overlay.ts';
import rangeBarStyles from '../range-bar/RangeBar.module.css';
import {
  ignoredOfView,
  loadViews,
  maxNameLength,
  maxViews,
  type SavedView,
  saveViews,
  stateOfView,
  viewSearch,
  viewSummary,
  without,
  withView,
} from './saved-views.ts';
import styles from './ViewTools.module.css';

// ---- Table or a view for reading, and saved views.

const labels: Readonly<Record<ViewName, string>> = {
  table: 'Table',
  read: 'Read',
  lines: 'Lines',
  aircraft: 'By aircraft',
};

export function ViewTools(): ReactElement {
  const { list, state, chooseView } = useListModel();
  return (
    <>
      {list.views ? (
        <fieldset className={rangeBarStyles.presets} aria-label="View">
          {viewsOf(list).map((view) => (
            <PlainButton key={view} aria-pressed={view === state.view} onClick={() => chooseView(view)}>
              {labels[view]}
            </PlainButton>
          ))}
        </fieldset>
      ) : null}
      <ViewsMenu />
    </>
  );
}

// ---- A saved view in the menu: opens it, copies its link, and more actions.

function ViewRow(props: {
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
        <b dir="auto">{oneLine(view.name)}</b>
        <span dir="auto">{oneLine(texts.filter((text) => text !== '').join(', '))}</span>
      </PlainButton>
      <PlainButton look="icon" aria-label={`Copy link to ${oneLine(view.name)}`} title="Copy link" onClick={copy}>
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

// ---- Views that the user's company shares: open, copy as a link, and stop sharing an own one.

type RowsProps = {
  /** Gets the focus when a view and its focused button are gone. */
  readonly menu: RefObject<HTMLElement | null>;
  readonly onOpen: (view: SavedView) => void;
};

function SharedViews({ menu, onOpen }: RowsProps): ReactElement | null {
  const { list, company } = useListModel();
  const client = useQueryClient();
  const { data } = useQuery(sharedViewsQuery());
  const focus = useFocusThatStays(menu);
  const shared = data?.value.filter((view) => view.list === list.name) ?? [];
  if (shared.length === 0) return null;
  const unshare = async (id: number): Promise<void> => {
    await attempt('The view is still shared', () =>
      send(api.sharedViews.unshare, { path: { id: String(id) }, cause: 'user' }),
    );
    await client.invalidateQueries({ queryKey: sharedViewsKey });
  };
  return (
    <section aria-label={`Shared in ${company}`} {...focus}>
      <h2 className={styles.heading}>Shared in {company}</h2>
      <ul className={styles.views}>
        {shared.map(({ id, name, search, by, isOwn }) => {
          const view = { list: list.name, name, search: Object.fromEntries(new URLSearchParams(search)) };
          return (
            <ViewRow
              key={id}
              list={list}
              view={view}
              note={isOwn ? 'shared by you' : `shared by ${oneLine(by)}`}
              onOpen={() => onOpen(view)}
              actions={
                isOwn
                  ? [
                      {
                        name: `Stop sharing ${oneLine(name)}`,
                        icon: <IconX size={16} aria-hidden="true" />,
                        act: () => void unshare(id),
                      },
                    ]
                  : []
              }
              linkIcon={<IconLink size={16} aria-hidden="true" />}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** Shares a view under its name. */
function useShare(): (view: SavedView) => Promise<void> {
  const client = useQueryClient();
  return async ({ list, name, search }) => {
    const body = { list, name, search: new URLSearchParams(search).toString() };
    await attempt('The view is not shared', () => send(api.sharedViews.share, { body, cause: 'user' }));
    await client.invalidateQueries({ queryKey: sharedViewsKey });
  };
}

function ViewsMenu(): ReactElement {
  const { list, userId, company, showView } = useListModel();
  const [isOpened, setOpened] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const open = (): void => {
    // Another tab may have changed them.
    setViews(loadViews(userId));
    setOpened(true);
  };
  const show = (view: SavedView): void => {
    setOpened(false);
    showView(stateOfView(list, view, null));
  };
  const updateViews = (next: readonly SavedView[]): void => {
    setViews(next);
    saveViews(userId, next);
  };
  return (
    <Popover
      opened={isOpened}
      onChange={(next) => (next ? open() : setOpened(false))}
      position="bottom-end"
      width={380}
      trapFocus
      returnFocus
      shadow="md"
      portalProps={inOverlay(list)}
    >
      <Popover.Target>
        <PlainButton onClick={() => (isOpened ? setOpened(false) : open())}>Views</PlainButton>
      </Popover.Target>
      <Popover.Dropdown ref={menu} className={styles.menu} aria-label="Saved views">
        <Views views={views} onViews={updateViews} menu={menu} onOpen={show} />
        {company === '' ? null : <SharedViews menu={menu} onOpen={show} />}
        <SaveView views={views} onViews={updateViews} />
      </Popover.Dropdown>
    </Popover>
  );
}

type ListProps = {
  readonly views: readonly SavedView[];
  readonly onViews: (views: readonly SavedView[]) => void;
};

function Views(props: ListProps & RowsProps): ReactElement {
  const { list, company } = useListModel();
  const { views, onViews, menu, onOpen } = props;
  const share = useShare();
  const focus = useFocusThatStays(menu);
  const own = views.filter((view) => view.list === list.name);
  if (own.length === 0) return <p className={styles.none}>No saved views of this list.</p>;
  return (
    <ul className={styles.views} {...focus}>
      {own.map((view) => (
        <ViewRow
          key={view.name}
          list={list}
          view={view}
          onOpen={() => onOpen(view)}
          linkIcon={<IconLink size={16} aria-hidden="true" />}
          actions={[
            ...(company === ''
              ? []
              : [
                  {
                    name: `Share ${oneLine(view.name)} with ${company}`,
                    icon: <IconUsers size={16} aria-hidden="true" />,
                    act: () => void share(view),
                  },
                ]),
            {
              name: `Delete ${oneLine(view.name)}`,
              icon: <IconX size={16} aria-hidden="true" />,
              act: () => onViews(without(views, view)),
            },
          ]}
        />
      ))}
    </ul>
  );
}

function SaveView({ views, onViews }: ListProps): ReactElement {
  const { list, state, widths } = useListModel();
  const id = useId();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const trimmed = name.trim();
    const next = withView(views, { list: list.name, name: trimmed, search: viewSearch(list, state, widths) });
    if (trimmed === '') setProblem('Enter a name.');
    else if (!next) setProblem(`${maxViews} views are saved. Delete one to save another.`);
    else {
      onViews(next);
      setName('');
      setProblem(null);
    }
  };
  return (
    <form className={styles.save} noValidate onSubmit={save}>
      <label htmlFor={id}>Name of this view</label>
      <div className={styles.name}>
        <input
          id={id}
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          aria-describedby={`${id}-note`}
          aria-invalid={problem !== null || undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <PlainButton type="submit" look="filled">
          <IconDeviceFloppy size={16} aria-hidden="true" />
          Save
        </PlainButton>
      </div>
      <p id={`${id}-note`} className={problem ? styles.problem : styles.note} role={problem ? 'alert' : undefined}>
        {problem ??
          'Filters, range, columns, widths, order and view. Saved in your account. A link contains all but the name.'}
      </p>
    </form>
  );
}
