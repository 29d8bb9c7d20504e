/** Saved views of a list: open, copy as a link, share, delete, and save what is on screen. */
import { Popover } from '@mantine/core';
import { IconDeviceFloppy, IconLink, IconUsers, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import { PlainButton } from '../../ui/PlainButton.tsx';
import type { ViewWidths } from '../column-widths.ts';
import type { ListDefinition } from '../define-list.ts';
import type { ListState } from '../list-state.ts';
import { inOverlay } from '../overlay.ts';
import { SharedViews, useShare } from './SharedViews.tsx';
import {
  loadViews,
  maxNameLength,
  maxViews,
  type SavedView,
  saveViews,
  stateOfView,
  viewSearch,
  without,
  withView,
} from './saved-views.ts';
import { ViewRow } from './ViewRow.tsx';
import styles from './ViewsMenu.module.css';

export type ViewsProps = {
  readonly list: ListDefinition;
  readonly state: ListState;
  readonly widths: ViewWidths;
  readonly userId: string;
  /** '' = none. */
  readonly company: string;
  readonly onShow: (next: ListState) => void;
};

export function ViewsMenu(props: ViewsProps): ReactElement {
  const { list, userId, company, onShow } = props;
  const [isOpened, setOpened] = useState(false);
  const [views, setViews] = useState<readonly SavedView[]>([]);
  const open = (): void => {
    // Another tab may have changed them.
    setViews(loadViews(userId));
    setOpened(true);
  };
  const show = (view: SavedView): void => {
    setOpened(false);
    onShow(stateOfView(list, view, null));
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
      <Popover.Dropdown className={styles.menu} aria-label="Saved views">
        <Views {...props} views={views} onViews={updateViews} onOpen={show} />
        {company === '' ? null : <SharedViews list={list} company={company} onOpen={show} />}
        <SaveView {...props} views={views} onViews={updateViews} />
      </Popover.Dropdown>
    </Popover>
  );
}

type ListProps = ViewsProps & {
  readonly views: readonly SavedView[];
  readonly onViews: (views: readonly SavedView[]) => void;
};

function Views(props: ListProps & { readonly onOpen: (view: SavedView) => void }): ReactElement {
  const { list, views, company, onViews, onOpen } = props;
  const share = useShare();
  const own = views.filter((view) => view.list === list.name);
  if (own.length === 0) return <p className={styles.none}>No saved views of this list.</p>;
  return (
    <ul className={styles.views}>
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
                    name: `Share ${view.name} with ${company}`,
                    icon: <IconUsers size={16} aria-hidden="true" />,
                    act: () => void share(view),
                  },
                ]),
            {
              name: `Delete ${view.name}`,
              icon: <IconX size={16} aria-hidden="true" />,
              act: () => onViews(without(views, view)),
            },
          ]}
        />
      ))}
    </ul>
  );
}

function SaveView({ list, state, widths, views, onViews }: ListProps): ReactElement {
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
          'Filters, range, columns, widths, order and view. Saved on this device until you log out. A link contains all but the name.'}
      </p>
    </form>
  );
}
