import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { useConnection } from '../api/connection.ts';
import { clockOffsetMs } from '../api/server-clock.ts';
import { useSecond } from '../lib/use-second.ts';
import { useMedia } from '../list/use-media.ts';
import { RangeChip } from '../range/RangeChip.tsx';
import type { Session } from '../session/session.ts';
import { DemoMark } from '../ui/DemoMark.tsx';
import { useDataAge } from '../ui/data-age.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import { badgeState } from './badge-state.ts';
import { useIsDemo } from './demo.ts';
import styles from './Header.module.css';
import { rowOfPath } from './row-of-path.ts';
import { SlowMark } from './SlowMark.tsx';
import { UtcClock } from './UtcClock.tsx';

type HeaderProps = {
  audience: Audience;
  session: Session;
  onMenu(): void;
  onGoTo(): void;
  onKeys(): void;
};

/** Product, go-to field, clock, status, appearance, account. On phones: menu, title, clock, badge. CSS selects. */
export function Header(props: HeaderProps): ReactElement {
  const row = useLocation({ select: (location) => rowOfPath(location.pathname) });
  const isDemo = useIsDemo();
  // On narrow screens the drawer contains both menus. Hidden ones would slow down the start on phones.
  const isNarrow = useMedia('(max-width: 959px)');
  return (
    <header className={styles.header}>
      <PlainButton look="icon" className={styles.narrow} aria-label="Open menu" onClick={props.onMenu}>
        <IconMenu2 size={22} aria-hidden />
      </PlainButton>
      <span className={styles.brand}>
        <Link to="/" className={styles.product} aria-label="Downlink, start page">
          <ProductMark />
          Downlink
        </Link>
        {isNarrow ? null : <SlowMark />}
      </span>
      <span className={styles.title}>
        <span>{row?.shortTitle ?? row?.title ?? 'Downlink'}</span>
        <span className={styles.marks}>
          {isDemo ? <DemoMark /> : null}
          {isNarrow ? <SlowMark /> : null}
        </span>
      </span>
      <button type="button" className={styles.goTo} onClick={props.onGoTo}>
        <IconSearch size={16} aria-hidden />
        <span>Go to anything</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isDemo ? (
        <span className={styles.wide}>
          <DemoMark />
        </span>
      ) : null}
      <span className={styles.end}>
        <span className={styles.wideClock}>
          <UtcClock form="full" />
        </span>
        <span className={styles.narrowClock}>
          <UtcClock form="phone" />
        </span>
        {isNarrow ? null : <RangeChip />}
        <DataBadge />
        {isNarrow ? null : (
          <span className={styles.wide}>
            <AppearanceMenu />
            <AccountMenu audience={props.audience} session={props.session} onKeys={props.onKeys} />
          </span>
        )}
      </span>
    </header>
  );
}

function DataBadge(): ReactElement | null {
  // Age by the server's clock, which dated the response: the device's may be hours off.
  const now = useSecond() + clockOffsetMs();
  const state = badgeState(useDataAge(), useConnection().state, now);
  if (!state) return null;
  return (
    <StateBadge kind={state.kind} word={state.word}>
      <span className={styles.longDetail}>{state.detail}</span>
      <span className={styles.shortDetail}>{state.short}</span>
    </StateBadge>
  );
}
