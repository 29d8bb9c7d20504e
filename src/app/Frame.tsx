/**
 * Frame of every screen: small for visitors, Shell after login (loaded then), or the unmatched text. It loads no Mantine.
 * Own file: the frame loads after the start.
 */
import '../screens/auth/log-in.css';
import { IconLogin2, IconLogout } from '@tabler/icons-react';
import { type ErrorComponentProps, Link, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import {
  type ComponentProps,
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react';
import type { Audience } from '../../contract/audience.ts';
import { audienceOf } from '../../contract/audience-of.ts';
import { yieldToMain } from '../lib/yield-to-main.ts';
import { NoAccess } from '../screens/auth/NoAccess.tsx';
import { useSession } from '../session/use-session.ts';
import { DemoMark } from '../ui/DemoMark.tsx';
import { reportDataAge } from '../ui/data-age.ts';
import { NoticeHost } from '../ui/NoticeHost.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import { useScreenName } from '../ui/screen-name.ts';
import { useIsDemo } from './demo.ts';
import styles from './Frame.module.css';
import { endFirstRows } from './first-rows.ts';
import { InsecureBar } from './InsecureBar.tsx';
import { menus } from './menus.ts';
import { rootOf } from './roots.ts';
import { outcomeOf, rowOfPath } from './route-guard.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import { UtcClock } from './UtcClock.tsx';

type ShellProps = ComponentProps<typeof import('./Shell.tsx')['default']>;
/** Before the frame and the screens, which import them: libraries, fields and calls, fetched together. One task for all blocks a phone for 0.2 s. */
export async function loadLibraries(): Promise<void> {
  const fetched = [import('./mantine.ts'), import('../../contract/entities/acars.ts'), import('../../contract/api.ts')];
  for (const one of fetched) {
    await one;
    await yieldToMain();
  }
}
let loadedShell: ComponentType<ShellProps> | null = null;
export async function loadShell(): Promise<{ default: ComponentType<ShellProps> }> {
  await loadLibraries();
  const module = await import('./Shell.tsx');
  loadedShell = module.default;
  return module;
}
const LazyShell = lazy(loadShell);
const NotFound = lazy(() => import('./NotFound.tsx'));
// The frame loads while the server checks the password.
document.addEventListener('submit', () => void loadShell().catch(() => undefined), { once: true });

/** Root of all routes. Renders nothing that the current session may not open. */
export function Frame(): ReactElement {
  const state = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const session = state.kind === 'in' ? state.session : null;
  const audience = audienceOf(session);
  const hasAcceptedTerms = session?.terms === 1;
  const person = { audience, hasAcceptedTerms };
  const outcome = outcomeOf(pathname, person);
  // The outlet shows the old screen until the new one is ready: it must be allowed as well.
  const drawnPath = useRouterState({ select: (router) => router.matches.at(-1)?.pathname ?? pathname });
  const isDrawable = outcome.kind === 'show' && outcomeOf(drawnPath, person).kind === 'show';
  useTitleAndFocus(pathname, drawnPath);
  const screen = isDrawable ? (
    <Outlet />
  ) : outcome.kind === 'text' ? (
    <Unmatched text={outcome.text} audience={audience} userName={session?.userName ?? ''} />
  ) : null;
  if (!session || !hasAcceptedTerms || audience === 'noRole')
    return <VisitorFrame audience={audience}>{screen}</VisitorFrame>;
  return (
    <WholeFrame key={state.epoch} audience={audience} session={session}>
      {screen}
    </WholeFrame>
  );
}

/** Loaded code renders at once: a lazy component shows its placeholder for 300 ms even if its code is loaded. */
function WholeFrame(props: ShellProps): ReactElement {
  const [Shell] = useState(() => loadedShell ?? LazyShell);
  return (
    <Suspense fallback={<Coming />}>
      <Shell {...props} />
    </Suspense>
  );
}

/** Header of the frame while the rest loads, so that nothing jumps. */
function Coming(): ReactElement {
  return (
    <div className={styles.coming} role="status">
      <ProductMark />
      Downlink <span className="dl-hidden">is loading</span>
    </div>
  );
}

/** Sets the document title, with the name of the object on screen, and moves focus to the heading for screen readers. Not at the first load. */
function useTitleAndFocus(pathname: string, drawnPath: string): void {
  const name = useScreenName();
  useEffect(() => {
    document.title = `${name ?? rowOfPath(pathname)?.title ?? 'Not found'} - Downlink`;
  }, [pathname, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen
  useEffect(() => {
    // At the first load the screen below has already reported.
    if (firstPath !== null) reportDataAge(null);
  }, [pathname]);
  // Title of the screen that is visible: the previous one stays, with its heading, until the code of the next is loaded.
  useEffect(() => {
    if (firstPath === null) {
      firstPath = drawnPath;
      return;
    }
    const frame = requestAnimationFrame(() => {
      const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
      // An input that requested focus keeps it.
      if (!target || document.activeElement?.closest('main') || document.querySelector('dialog[open]')) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [drawnPath]);
}
let firstPath: string | null = null;

/** The specified text, what the address may mean, and a link. */
function Unmatched(props: { text: string; audience: Audience; userName: string }): ReactElement {
  const { text, audience, userName } = props;
  return (
    <div className={styles.unmatched}>
      <h1>{text}</h1>
      {audience === 'noRole' ? (
        <NoAccess userName={userName} />
      ) : (
        <Suspense fallback={null}>
          <NotFound audience={audience} />
        </Suspense>
      )}
      <p>
        <Link to={rootOf[audience]} className={styles.home}>
          {rootOf[audience] === '/auth' ? 'Go to the login page' : 'Go to the home page'}
        </Link>
      </p>
    </div>
  );
}

/** A screen that threw or failed to load: the frame stays, with a way to continue. */
export function ScreenFailed({ error, reset }: ErrorComponentProps): ReactElement {
  console.error(error);
  useEffect(endFirstRows, []);
  return (
    <div className={styles.unmatched} role="alert">
      <h1>This screen stopped working</h1>
      <p>
        {error instanceof Error ? error.message : 'Unknown error'} Your stored data is safe. If this happens again,
        reload the app.
      </p>
      <p className={styles.actions}>
        <PlainButton look="filled" onClick={reset}>
          Try again
        </PlainButton>
        <PlainButton onClick={() => location.reload()}>Reload the app</PlainButton>
      </p>
    </div>
  );
}

/** Frame of login, terms and confirmation, without Mantine. Its header is that of index.html (log-in.css). Menu: Log in for visitors (NAV-02), otherwise Log out. */
function VisitorFrame({ audience, children }: { audience: Audience; children: ReactNode }): ReactElement {
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
