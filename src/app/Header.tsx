/** Header of every screen after login, with its menus and the state of the data. Own file: one part of the frame. */
import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconBook,
  IconChevronDown,
  IconDownload,
  IconHourglass,
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import clsx from 'clsx';
import type { ReactElement } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { type Connection, isNetworkSlow, useConnection } from '../data/connection.ts';
import { clockOffsetMs } from '../data/server-clock.ts';
import { ageText, utcClock, utcMoment, utcShort } from '../lib/time.ts';
import { useMedia } from '../lib/use-media.ts';
import { useAtSecond } from '../lib/use-second.ts';
import { RangeChip } from '../range/RangeChip.tsx';
import type { Session } from '../session/session.ts';
import { DemoMark } from '../ui/DemoMark.tsx';
import { type DataAge, staleAfterMs, useDataAge } from '../ui/data-age.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import { SecondText } from '../ui/SecondText.tsx';
import { type BadgeKind, StateBadge } from '../ui/StateBadge.tsx';
import { AppearanceMenu } from './AppearanceMenu.tsx';
import { StoredWords } from './ConnectionBar.tsx';
import { useIsDemo } from './demo.ts';
import styles from './Header.module.css';
import { useInstall } from './install.ts';
import { MenuIcon } from './MenuIcon.tsx';
import { accountMenus, docsPath, hasFind } from './menus.ts';
import { rowOfPath } from './route-guard.ts';
import { UtcClock } from './UtcClock.tsx';

type HeaderProps = {
  audience: Audience;
  session: Session;
  onMenu(): void;
  onGoTo(): void;
  onKeys(): void;
};

/** Product, go-to field, clock, status, appearance, account. On phones: menu, title, go-to button, clock, badge. CSS selects. */
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
      <button
        type="button"
        className={clsx(styles.goTo, hasFind(props.audience) && styles.wideOnly)}
        onClick={props.onGoTo}
      >
        <IconSearch className={styles.search} aria-hidden />
        <span>Go to anything</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isDemo ? (
        <span className={styles.wide}>
          <DemoMark />
        </span>
      ) : null}
      <span className={styles.end}>
        <UtcClock form={isNarrow ? 'phone' : 'full'} />
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
  const age = useDataAge();
  const connection = useConnection().state;
  const isNarrow = useMedia('(max-width: 959px)');
  // Age by the server's clock, which dated the response: the device's may be hours off.
  const stateAt = (now: number): BadgeState | null => badgeState(age, connection, now + clockOffsetMs());
  const kind = useAtSecond((now) => stateAt(now)?.kind ?? null);
  const word = useAtSecond((now) => stateAt(now)?.word ?? '');
  if (!kind) return null;
  return (
    <StateBadge kind={kind} word={word}>
      <SecondText read={(now) => stateAt(now)?.[isNarrow ? 'short' : 'detail'] ?? ''} />
    </StateBadge>
  );
}

/** Current user, added screens (C119), installation, keyboard shortcuts, logout. */
function AccountMenu({
  audience,
  session,
  onKeys,
}: {
  audience: Audience;
  session: Session;
  onKeys(): void;
}): ReactElement {
  const navigate = useNavigate();
  const install = useInstall();
  return (
    <Menu position="bottom-end" width={240} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={styles.target} aria-label={`Account of ${session.userName}`}>
          <IconUser size={18} aria-hidden />
          <span className={styles.name}>{session.userName}</span>
          <span className={styles.role}>{session.role}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {accountMenus[audience].map((item) => (
          <Menu.Item
            key={item.to}
            leftSection={<MenuIcon name={item.icon} />}
            onClick={() => void navigate({ to: item.to })}
          >
            {item.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {install ? (
          <Menu.Item leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />} onClick={install}>
            Install Downlink
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={<IconKeyboard size={18} stroke={1.6} aria-hidden />}
          rightSection={<kbd>?</kbd>}
          onClick={onKeys}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item
          component="a"
          href={docsPath}
          target="_blank"
          leftSection={<IconBook size={18} stroke={1.6} aria-hidden />}
        >
          Documentation
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
          onClick={() => void navigate({ to: '/logout' })}
        >
          Log out
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Downlink {__APP_VERSION__}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A late response, in free space of the header: the state changes often, and a bar would move the screen each time. */
function SlowMark(): ReactElement | null {
  const isSlow = useConnection().state === 'slow';
  return isSlow ? (
    <section aria-label="Connection" className={styles.mark}>
      <IconHourglass size={13} aria-hidden />
      <strong role="status">{isNetworkSlow() ? 'Slow network.' : 'Slow response.'}</strong>{' '}
      <span className="dl-hidden">
        <StoredWords />
      </span>
    </section>
  ) : null;
}

// ---- Content of the status badge in the header. Only a current response of a reachable server counts as live (invariant 9). Pure.

/** Older responses are not live, even if the server is reachable. */
export const liveForMs = 60_000;

type BadgeState = {
  readonly kind: BadgeKind;
  readonly word: string;
  readonly detail: string;
  readonly short: string;
};

/** null = the screen has no data. */
export function badgeState(age: DataAge, connection: Connection['state'], now: number): BadgeState | null {
  if (!age) return null;
  if (age.source === 'loading') return { kind: 'loading', word: 'Loading', detail: '', short: '' };
  const at = age.at;
  if (age.source === 'failed') {
    const clock = at === null ? '' : `${utcClock(at)}Z`;
    return { kind: 'failed', word: 'Failed', detail: clock, short: '' };
  }
  if (at === null) return null;
  if (age.source === 'past') return { kind: 'stale', word: 'Past', detail: utcMoment(at, now), short: utcShort(at) };
  const span = Math.max(0, now - at);
  const old = ageText(span);
  const isReached = connection === 'reached';
  if (age.source === 'live' && isReached && span < liveForMs)
    return { kind: 'live', word: 'Live', detail: `${old} ago`, short: old };
  const word = age.source === 'live' ? 'Loaded' : 'Stored';
  const detail = isReached ? `${utcShort(at)}, ${old} ago` : old;
  return { kind: span < staleAfterMs ? 'stored' : 'stale', word, detail, short: old };
}
