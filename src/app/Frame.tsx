/**
 * What surrounds every screen: the small frame for visitors, the whole one after log-in (loaded then), and the unmatched text.
 * Must not: load Mantine by itself.
 */
import { type ErrorComponentProps, Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { type ComponentProps, type ComponentType, lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { audienceOf } from '../../contract/audience.ts';
import { useSession } from '../session/use-session.ts';
import { reportDataAge } from '../ui/data-age.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { ProductMark } from '../ui/ProductMark.tsx';
import styles from './Frame.module.css';
import { outcomeOf } from './route-guard.ts';
import { rowOfPath } from './route-table.ts';
import { VisitorFrame } from './VisitorFrame.tsx';

type ShellProps = ComponentProps<typeof import('./Shell.tsx')['default']>;
let loadedShell: ComponentType<ShellProps> | null = null;
export async function loadShell(): Promise<{ default: ComponentType<ShellProps> }> {
  const module = await import('./Shell.tsx');
  loadedShell = module.default;
  return module;
}
const LazyShell = lazy(loadShell);
// The frame comes on its way while the server checks the password.
document.addEventListener('submit', () => void loadShell().catch(() => undefined), { once: true });

/** The root of all routes. Nothing of a screen is drawn that the session of this instant may not open. */
export function Frame(): ReactElement {
  const state = useSession();
  const pathname = useLocation({ select: (location) => location.pathname });
  const session = state.kind === 'in' ? state.session : null;
  const audience = audienceOf(session);
  const hasAcceptedTerms = session?.terms === 1;
  const person = { audience, hasAcceptedTerms };
  const outcome = outcomeOf(pathname, person);
  // The outlet draws the old screen until the new one is ready: it, too, must be one that this person may see.
  const drawnPath = useRouterState({ select: (router) => router.matches.at(-1)?.pathname ?? pathname });
  const isDrawable = outcome.kind === 'show' && outcomeOf(drawnPath, person).kind === 'show';
  useTitleAndFocus(pathname, drawnPath);
  const screen = isDrawable ? <Outlet /> : outcome.kind === 'text' ? <Unmatched text={outcome.text} /> : null;
  if (!session || !hasAcceptedTerms || audience === 'noRole')
    return <VisitorFrame audience={audience}>{screen}</VisitorFrame>;
  return (
    <WholeFrame key={state.epoch} audience={audience} session={session}>
      {screen}
    </WholeFrame>
  );
}

/** Code that is there is drawn at once: a lazy component shows its placeholder first, for 300 ms, even when its code came before. */
function WholeFrame(props: ShellProps): ReactElement {
  const [Shell] = useState(() => loadedShell ?? LazyShell);
  return (
    <Suspense fallback={<Coming />}>
      <Shell {...props} />
    </Suspense>
  );
}

/** The head of the frame while the rest of it is loaded, so that nothing jumps. */
function Coming(): ReactElement {
  return (
    <div className={styles.coming} role="status">
      <ProductMark />
      Downlink <span className="dl-hidden">is loading</span>
    </div>
  );
}

/** The title of the document says the screen; focus moves to its heading, so that a screen reader hears where it is. Not at the first load. */
function useTitleAndFocus(pathname: string, drawnPath: string): void {
  useEffect(() => {
    document.title = `${rowOfPath(pathname)?.title ?? 'Not found'} - Downlink`;
    // At the first load the screen below has reported already.
    if (firstPath !== null) reportDataAge(null);
  }, [pathname]);
  // Of the screen that is drawn: the one before stands there, with its heading, until the code of the next has come.
  useEffect(() => {
    if (firstPath === null) {
      firstPath = drawnPath;
      return;
    }
    const frame = requestAnimationFrame(() => {
      const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
      // An input that asked for the focus itself keeps it.
      if (!target || document.activeElement?.closest('main') || document.querySelector('dialog[open]')) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [drawnPath]);
}
let firstPath: string | null = null;

function Unmatched({ text }: { text: string }): ReactElement {
  return (
    <div className={styles.unmatched}>
      <h1>{text}</h1>
    </div>
  );
}

/** A screen that threw, or whose code could not be loaded: the frame stays, and there is a way on. */
export function ScreenFailed({ error, reset }: ErrorComponentProps): ReactElement {
  console.error(error);
  return (
    <div className={styles.unmatched} role="alert">
      <h1>This screen could not be shown</h1>
      <p>
        {error instanceof Error ? error.message : 'Unknown error'} What is stored on this device is kept. If it happens
        again, load the app anew.
      </p>
      <p className={styles.actions}>
        <PlainButton look="filled" onClick={reset}>
          Try again
        </PlainButton>
        <PlainButton onClick={() => location.reload()}>Load the app anew</PlainButton>
      </p>
    </div>
  );
}
