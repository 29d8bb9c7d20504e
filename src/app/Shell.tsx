/** Frame after login: header, menu, bars, dialogs, query client. Frame mounts a new one for each session epoch. */
import './mantine.css';
import { MantineProvider } from '@mantine/core';
import { IconKeyboard } from '@tabler/icons-react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  type ComponentType,
  type ReactElement,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { type Audience, permissionFor } from '../../contract/audience.ts';
import { followAccountPreferences } from '../data/account-preferences.ts';
import { followFullCopies } from '../data/load-full-copies.ts';
import { useNoticeCount } from '../data/notice-count.ts';
import { overviewQuery } from '../data/resources.ts';
import { idle } from '../lib/idle.ts';
import { keyGroups } from '../lib/keys.ts';
import { useMedia } from '../lib/use-media.ts';
import { RangeChip } from '../range/RangeChip.tsx';
import { useRange, useRangeAddress } from '../range/range.ts';
import type { Session } from '../session/session.ts';
import { onSessionEnd } from '../session/session-store.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { goToEvent } from '../ui/go-to-event.ts';
import { lazyPart, Nothing } from '../ui/lazy-part.tsx';
import { NoticeHost } from '../ui/NoticeHost.tsx';
import { notify } from '../ui/notices.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import { useScheme } from './appearance.ts';
import { BottomBar } from './BottomBar.tsx';
import { ConnectionBar } from './ConnectionBar.tsx';
import { Header } from './Header.tsx';
import { InsecureBar } from './InsecureBar.tsx';
import { MainMenu } from './MainMenu.tsx';
import { MenuDrawer } from './MenuDrawer.tsx';
import { createSessionClient, forgetBoot } from './query-client.ts';
import { SessionWarning } from './SessionWarning.tsx';
import styles from './Shell.module.css';
import { resolver, theme } from './theme.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';

onSessionEnd(({ session }) => forgetBoot(session.userId));

const DecodeDialog = lazyPart(() => import('./DecodeDialog.tsx'));

export default function Shell(props: { audience: Audience; session: Session; children: ReactNode }): ReactElement {
  const { audience, session } = props;
  const scheme = useScheme();
  const [open, setOpen] = useState<'goTo' | 'keys' | 'menu' | null>(null);
  const queries = useSessionQueries(session.userId);
  useEffect(followFullCopies, []);
  useEffect(followAccountPreferences, []);
  useLaterWork(audience);
  const [toDecode, setToDecode] = useState<string | null>(null);
  const close = (): void => setOpen(null);
  const isNarrow = useMedia('(max-width: 959px)');
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
            {isNarrow ? <BottomBar audience={audience} onGoTo={() => setOpen('goTo')} /> : null}
          </div>
          {open === 'menu' ? <MenuDrawer audience={audience} session={session} onClose={close} /> : null}
          <GoTo
            audience={audience}
            isOpen={open === 'goTo'}
            onClose={close}
            onKeys={() => setOpen('keys')}
            onDecode={setToDecode}
          />
          {toDecode === null ? null : (
            <Suspense>
              <DecodeDialog text={toDecode} onClose={() => setToDecode(null)} />
            </Suspense>
          )}
          {open === 'keys' ? <KeysDialog onClose={close} /> : null}
          <SessionWarning />
          <NoticeHost />
          <UpdatePrompt />
          <AppBadge audience={audience} />
          <Notices />
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

// ---- Loads the go-to dialog and its index in idle time after login, so that it opens at once, also offline.

type DialogProps = {
  readonly audience: Audience;
  readonly onClose: () => void;
  readonly onKeys: () => void;
  readonly onDecode: (text: string) => void;
};
type Code = { readonly Dialog: ComponentType<DialogProps>; readonly follow: () => () => void };

async function load(): Promise<Code> {
  const [dialog, { followDeviceEntries }] = await Promise.all([
    import('./GoToDialog.tsx'),
    import('../find/device-entries.ts'),
  ]);
  return { Dialog: dialog.default, follow: followDeviceEntries };
}
/** The screen loads first. */
const loadAfterMs = 2000;

function GoTo({ isOpen, ...props }: DialogProps & { isOpen: boolean }): ReactElement | null {
  const [code, setCode] = useState<Code | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // Without a network before the code is on the device.
    const start = (): void =>
      void load().then(
        (loaded) => setCode((known) => known ?? loaded),
        () => setFailed(true),
      );
    setFailed(false);
    if (isOpen) return start();
    const timer = setTimeout(() => void idle().then(start), loadAfterMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
  useEffect(() => code?.follow(), [code]);
  const { onClose } = props;
  useEffect(() => {
    if (!isOpen || !hasFailed) return;
    notify({
      title: 'The search could not be loaded.',
      text: 'Reload the app when the network is back.',
      kind: 'warn',
    });
    onClose();
  });
  return isOpen && code ? <code.Dialog {...props} /> : null;
}

/** Keys of every screen, one cap per key. */
function KeysDialog({ onClose }: { onClose(): void }): ReactElement {
  return (
    <Dialog
      title="Keyboard shortcuts"
      width={760}
      icon={<IconKeyboard size={24} aria-hidden />}
      onClose={onClose}
      footer={
        <PlainButton look="filled" data-autofocus onClick={onClose}>
          Close
        </PlainButton>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the dialog scrolls on phones, and must do so by keyboard */}
      <section className={styles.groups} aria-label="Keys" tabIndex={0}>
        {keyGroups.map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl className={styles.keys}>
              {keys.map(([caps, does]) => (
                <div key={caps}>
                  <dt>
                    {caps.split(' ').map((cap) => (
                      <kbd key={cap}>{cap}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  );
}

/** The range below the header of narrow screens, and in the address of every screen. */
function RangeBar(): ReactElement | null {
  useRangeAddress();
  const { range } = useRange();
  const isNarrow = useMedia('(max-width: 959px)');
  return range && isNarrow ? (
    <section className={styles.bar} aria-label="Range of all screens">
      <RangeChip />
    </section>
  ) : null;
}

// ---- Badge on the icon of the installed app: new notices, or without any the silent stations that the user feeds, for an Admin all. A Parser sees the stations of others.

const refreshMs = 5 * 60_000;

/** Not in every browser. */
type BadgeApi = { setAppBadge?(count: number): Promise<void>; clearAppBadge?(): Promise<void> };
const badge = (): BadgeApi => navigator as BadgeApi;
const isInstalled = (): boolean => !matchMedia('(display-mode: browser)').matches;

function show(count: number): void {
  const done = count > 0 ? badge().setAppBadge?.(count) : badge().clearAppBadge?.();
  void done?.catch(() => undefined);
}
onSessionEnd(() => show(0));

/** Renders nothing. Requests also in the background, where the badge is all that is visible. */
function AppBadge({ audience }: { audience: Audience }): null {
  const silent = useQuery({
    ...overviewQuery(),
    enabled: audience !== 'parser' && isInstalled() && typeof badge().setAppBadge === 'function',
    refetchInterval: refreshMs,
    refetchIntervalInBackground: true,
  }).data?.value.stations.counts.silent;
  const notices = useNoticeCount()?.new;
  const count = notices || silent;
  useEffect(() => {
    if (count !== undefined && isInstalled()) show(count);
  }, [count]);
  return null;
}

// ---- Notices: their code loads after the first screen.

const NoticesFollower = lazyPart(() => import('./NoticesFollower.tsx'), Nothing);

function Notices(): ReactElement | null {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    let isLeft = false;
    void idle().then(() => isLeft || setDue(true));
    return () => {
      isLeft = true;
    };
  }, []);
  return isDue ? (
    <Suspense fallback={null}>
      <NoticesFollower />
    </Suspense>
  ) : null;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}

/** Ctrl K (or Command K) anywhere, or a screen's request. `?` except while typing or in a dialog. */
function useGlobalKeys(keys: { onGoTo(): void; onKeys(): void }): void {
  // In the commit that shows the frame: a key pressed as soon as it is visible takes effect.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open], [role="dialog"]')) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        keys.onGoTo();
        return;
      }
      if (event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      if (event.key === '?') {
        event.preventDefault();
        keys.onKeys();
      }
    };
    window.addEventListener('keydown', press);
    window.addEventListener(goToEvent, keys.onGoTo);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener(goToEvent, keys.onGoTo);
    };
  });
}

/** Work of whichever screen is open: states of faults that wait for the network are sent, aircraft that arrive are stored. Its code loads after the first screen. */
function useLaterWork(audience: Audience): void {
  const hasStates = permissionFor('ADD-setFaultState', audience, true) === 'yes';
  const hasArrivals = permissionFor('ADD-briefing', audience, true) === 'yes';
  useEffect(() => {
    const leave: (() => void)[] = [];
    let isLeft = false;
    void (async () => {
      await idle();
      if (hasStates) {
        const { followFaultChanges } = await import('../data/faults.ts');
        if (!isLeft) leave.push(followFaultChanges());
      }
      if (hasArrivals) {
        const { followArrivals } = await import('../data/arrival-packs.ts');
        if (!isLeft) leave.push(followArrivals());
      }
    })().catch(() => undefined);
    return () => {
      isLeft = true;
      for (const one of leave) one();
    };
  }, [hasStates, hasArrivals]);
}
