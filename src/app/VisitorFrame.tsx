import { IconLogin2, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { DemoMark } from '../ui/DemoMark.tsx';
import { NoticeHost } from '../ui/NoticeHost.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useIsDemo } from './demo.ts';
import { InsecureBar } from './InsecureBar.tsx';
import { menus } from './menus.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import { UtcClock } from './UtcClock.tsx';
import styles from './VisitorFrame.module.css';

/** The frame of log-in, terms and confirmation: small, without Mantine. Menu: Log in for a visitor (NAV-02), else Log out only. */
export function VisitorFrame({ audience, children }: { audience: Audience; children: ReactNode }): ReactElement {
  const isDemo = useIsDemo();
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <span className={styles.product}>
          <ProductMark />
          Downlink
        </span>
        {isDemo ? <DemoMark /> : null}
        <nav aria-label="Main menu" className={styles.menu}>
          {(audience === 'visitor' ? menus.visitor : menus.noRole).map((item) => (
            <Link key={item.to} to={item.to} className={styles.item}>
              {item.icon === 'logIn' ? <IconLogin2 size={18} aria-hidden /> : <IconLogout size={18} aria-hidden />}
              {item.label}
            </Link>
          ))}
        </nav>
        <UtcClock form="short" />
      </header>
      <InsecureBar />
      <main className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <NoticeHost />
      <UpdatePrompt />
    </div>
  );
}
