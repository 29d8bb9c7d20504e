/**
 * The whole frame after log-in, loaded then: header, menu, bars, dialogs, and the query client of this session.
 * Must not: outlive its epoch (Frame gives it a new key), or know a screen.
 */
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { followWholeLists } from '../api/whole-lists.ts';
import type { Session } from '../session/session.ts';
import { onSessionEnd } from '../session/session-store.ts';
import { NoticeHost } from '../ui/NoticeHost.tsx';
import { useScheme } from './appearance.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Header } from './Header.tsx';
import { InsecureBar } from './InsecureBar.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { MainMenu } from './MainMenu.tsx';
import { MenuDrawer } from './MenuDrawer.tsx';
import { createSessionClient, forgetBoot } from './query-client.ts';
import { SessionWarning } from './SessionWarning.tsx';
import styles from './Shell.module.css';
import { resolver, theme } from './theme.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import { useGlobalKeys } from './use-global-keys.ts';

onSessionEnd(forgetBoot);

export default function Shell(props: { audience: Audience; session: Session; children: ReactNode }): ReactElement {
  const { audience, session } = props;
  const scheme = useScheme();
  const [open, setOpen] = useState<'goTo' | 'keys' | 'menu' | null>(null);
  const queries = useSessionQueries(session.userId);
  useEffect(followWholeLists, []);
  const close = (): void => setOpen(null);
  useGlobalKeys({ onGoTo: () => setOpen('goTo'), onKeys: () => setOpen('keys') });
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme={scheme}>
      {queries ? (
        <QueryClientProvider client={queries}>
          <a href="#screen" className={styles.skip}>
            Skip to the screen
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
            <div className={styles.row}>
              <MainMenu audience={audience} place="side" />
              <main id="screen" className={styles.main} tabIndex={-1}>
                {props.children}
              </main>
            </div>
          </div>
          {open === 'menu' ? (
            <MenuDrawer audience={audience} session={session} onClose={close} onGoTo={() => setOpen('goTo')} />
          ) : null}
          {open === 'goTo' ? <CommandPalette audience={audience} onClose={close} /> : null}
          {open === 'keys' ? <KeysDialog onClose={close} /> : null}
          <SessionWarning />
          <NoticeHost />
          <UpdatePrompt />
        </QueryClientProvider>
      ) : null}
    </MantineProvider>
  );
}

/** Made and stopped by an effect, so that StrictMode's double run leaves no stopped client behind. */
function useSessionQueries(userId: string): ReturnType<typeof createSessionClient>['client'] | null {
  const [made, setMade] = useState<ReturnType<typeof createSessionClient> | null>(null);
  useEffect(() => {
    const next = createSessionClient(userId);
    setMade(next);
    return () => {
      setMade(null);
      next.stop();
    };
  }, [userId]);
  return made?.client ?? null;
}
