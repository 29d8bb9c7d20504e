import { IconLogin2, IconLogout } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import '../screens/auth/log-in.css';
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

/** Frame of login, terms and confirmation, without Mantine. Its header is that of index.html (log-in.css). Menu: Log in for visitors (NAV-02), otherwise Log out. */
export function VisitorFrame({ audience, children }: { audience: Audience; children: ReactNode }): ReactElement {
  const isDemo = useIsDemo();
  return (
    <div className={styles.frame}>
      <header className="boot-header">
        <span className="boot-product">
          <ProductMark />
          Downlink
        </span>
        {isDemo ? <DemoMark /> : null}
        <nav aria-label="Main menu" className="boot-menu">
          {(audience === 'visitor' ? menus.visitor : menus.noRole).map((item) => (
            <Link key={item.to} to={item.to} className="boot-item">
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
