/** Frame after login: header, menu, bars, dialogs, query client. Frame mounts a new one for each session epoch. */
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, startTransition, useEffect, useState } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { followFullCopies } from '../api/full-copies.ts';
import type { Session } from '../session/session.ts';
import { onSessionEnd } from '../session/session-store.ts';
import { NoticeHost } from '../ui/NoticeHost.tsx';
import { AppBadge } from './app-badge.ts';
import { useScheme } from './appearance.ts';
import { ConnectionBar } from './ConnectionBar.tsx';
import { GoTo } from './GoTo.tsx';
import { Header } from './Header.tsx';
import { InsecureBar } from './InsecureBar.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { MainMenu } from './MainMenu.tsx';
import { MenuDrawer } from './MenuDrawer.tsx';
import { createSessionClient, forgetBoot } from './query-client.ts';
import { RangeBar } from './RangeBar.tsx';
import { SessionWarning } from './SessionWarning.tsx';
import styles from './Shell.module.css';
import { resolver, theme } from './theme.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import { useGlobalKeys } from './use-global-keys.ts';

onSessionEnd(({ session }) => forgetBoot(session.userId));

export default function Shell(props: { audience: Audience; session: Session; children: ReactNode }): ReactElement {
  const { audience, session } = props;
  const scheme = useScheme();
  const [open, setOpen] = useState<'goTo' | 'keys' | 'menu' | null>(null);
  const queries = useSessionQueries(session.userId);
  useEffect(followFullCopies, []);
  const close = (): void => setOpen(null);
  useGlobalKeys({ onGoTo: () => setOpen('goTo'), onKeys: () => setOpen('keys') });
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme={scheme}>
      {queries ? (
        <QueryClientProvider client={queries}>
          <a href="#screen" className={styles.skip}>
            Skip to content
          </a>
          <div className={styles.shell}>
            <Header
              audience={audience}
              session={session}
              onMenu={() => setOpen('menu')}
              onGoTo={() => setOpen('goTo')}
              onKeys={() => setOpen('keys')}
            />
            <InsecureBar />
            <ConnectionBar />
            <RangeBar />
            <div className={styles.row}>
              <MainMenu audience={audience} place="side" />
              <main id="screen" className={styles.main} tabIndex={-1}>
                <Afterwards>{props.children}</Afterwards>
              </main>
            </div>
          </div>
          {open === 'menu' ? (
            <MenuDrawer audience={audience} session={session} onClose={close} onGoTo={() => setOpen('goTo')} />
          ) : null}
          <GoTo audience={audience} isOpen={open === 'goTo'} onClose={close} onKeys={() => setOpen('keys')} />
          {open === 'keys' ? <KeysDialog onClose={close} /> : null}
          <SessionWarning />
          <NoticeHost />
          <UpdatePrompt />
          <AppBadge audience={audience} />
        </QueryClientProvider>
      ) : null}
    </MantineProvider>
  );
}

/** Renders its children in a later, interruptible render, so that frame and screen are separate tasks. */
function Afterwards({ children }: { children: ReactNode }): ReactNode {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue ? children : null;
}

/** Created and stopped by an effect, so that StrictMode's double run leaves no stopped client. */
function useSessionQueries(userId: string): ReturnType<typeof createSessionClient>['client'] | null {
  const [made, setMade] = useState<ReturnType<typeof createSessionClient> | null>(null);
  useEffect(() => {
    const next = createSessionClient(userId);
    startTransition(() => setMade(next));
    return () => {
      setMade(null);
      next.stop();
    };
  }, [userId]);
  return made?.client ?? null;
}
