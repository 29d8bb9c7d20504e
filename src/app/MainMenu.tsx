import { Link, useLocation } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactElement } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { useNoticeCount } from '../data/notice-count.ts';
import { useMedia } from '../lib/use-media.ts';
import styles from './MainMenu.module.css';
import { MenuIcon } from './MenuIcon.tsx';
import { type MenuItem, menus, moreMenus } from './menus.ts';

/** Menu of the audience (NAV-03 to NAV-06). `place`: next to the screen (wide, or icons only), or in the drawer. */
export function MainMenu({
  audience,
  place,
  onGo,
}: {
  audience: Audience;
  place: 'side' | 'drawer';
  onGo?: () => void;
}): ReactElement {
  const isMap = useLocation({ select: ({ pathname }) => pathname.startsWith('/openstreetMap') });
  const isMedium = useMedia('(max-width: 1279px)');
  const items = menus[audience];
  const more = moreMenus[audience];
  const first = items.filter((item) => item.to !== '/logout');
  const last = items.filter((item) => item.to === '/logout');
  return (
    <div className={clsx(styles.menu, styles[place])} data-rail={isMap || isMedium || undefined}>
      <nav aria-label="Main menu" className={styles.main}>
        <Entries items={first} onGo={onGo} />
        <Entries items={last} onGo={onGo} />
      </nav>
      {more ? (
        <nav aria-label="More" className={styles.more}>
          <Entries items={more} onGo={onGo} />
        </nav>
      ) : null}
    </div>
  );
}

function Entries({ items, onGo }: { items: readonly MenuItem[]; onGo: (() => void) | undefined }): ReactElement {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <Entry key={item.to} item={item} onGo={onGo} />
      ))}
    </ul>
  );
}

function Entry({ item, onGo }: { item: MenuItem; onGo: (() => void) | undefined }): ReactElement {
  return (
    <li>
      <Link
        to={item.to}
        className={styles.item}
        title={item.label}
        activeOptions={{ includeSearch: false }}
        onClick={onGo}
      >
        <MenuIcon name={item.icon} />
        <span className={styles.label}>{item.label}</span>
        {item.to === '/notices' ? <NewNotices /> : null}
      </Link>
    </li>
  );
}

/** More than two digits do not fit next to an icon. */
const maxCount = 99;

/** Badge next to an icon. Nothing without a new notice. */
export function NewNotices(): ReactElement | null {
  const count = useNoticeCount();
  if (!count || count.new === 0) return null;
  return (
    <span className={styles.count} data-emergency={count.emergencies > 0 || undefined}>
      {count.new > maxCount ? `${maxCount}+` : count.new}
      <span className="dl-hidden"> new</span>
    </span>
  );
}
