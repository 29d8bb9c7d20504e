/** Bar at the bottom of narrow screens: the ways that a thumb needs most. The menu has all of them. Own file: one part of the frame. */
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Audience } from '../../contract/audience.ts';
import styles from './BottomBar.module.css';
import { NewNotices } from './MainMenu.tsx';
import { MenuIcon } from './MenuIcon.tsx';
import { bottomMenus, hasFind } from './menus.ts';

const iconPx = 22;

/** It is below the screen, not over it: no target is covered. */
export function BottomBar({ audience, onGoTo }: { audience: Audience; onGoTo(): void }): ReactElement {
  return (
    <nav className={styles.bar} aria-label="Quick links">
      {bottomMenus[audience].map(({ to, label, icon }) => (
        <Link key={to} to={to} className={styles.way} activeOptions={{ includeSearch: false }}>
          <MenuIcon name={icon} size={iconPx} />
          <span>{label}</span>
          {to === '/notices' ? (
            <span className={styles.count}>
              <NewNotices />
            </span>
          ) : null}
        </Link>
      ))}
      {hasFind(audience) ? (
        <button type="button" className={styles.way} onClick={onGoTo}>
          <IconSearch size={iconPx} stroke={1.6} aria-hidden />
          <span>Find</span>
        </button>
      ) : null}
    </nav>
  );
}
