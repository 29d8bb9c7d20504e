/** /notices: what the rules of the user told, emergencies first, next to the selected one (decision 45). */
import { IconBell, IconBellOff, IconMoon, IconPlugConnectedX, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { type NoticeState, type noticeActions, noticeStates } from '../../../contract/entities/notices.ts';
import { attempt } from '../../data/attempt.ts';
import { useIsReached } from '../../data/connection.ts';
import type { ListPage } from '../../data/list-resource.ts';
import { useNoticeCount } from '../../data/notice-count.ts';
import {
  changeNotices,
  maxNotices,
  type Notice,
  noticeCountQuery,
  noticesQuery,
  useWithPushed,
} from '../../data/notices.ts';
import { NothingStored } from '../../data/race.ts';
import { useReportedAge } from '../../data/reported-age.ts';
import { useNow } from '../../data/use-now.ts';
import { nothingStoredText } from '../../data/waiting.ts';
import { upTo } from '../../lib/breakpoints.ts';
import { counted, formatCount } from '../../lib/format.ts';
import { utcMoment } from '../../lib/time.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { Message } from '../../list/page/ListStates.tsx';
import { MessageRows } from '../../list/reading/MessageRows.tsx';
import { useListKeys } from '../../list/use-list-keys.ts';
import { NextStep } from '../../objects/NextStep.tsx';
import { playNotice, soundChoice } from '../../objects/notice-sound.ts';
import objectPage from '../../objects/ObjectPage.module.css';
import { Loading } from '../../objects/ObjectPage.tsx';
import { mayReadFaults } from '../../objects/rules/ready-made.ts';
import { useAudience, useSession } from '../../session/use-session.ts';
import { notify } from '../../ui/notices.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { ServerMessage } from '../../ui/ServerMessage.tsx';
import shared from '../../ui/shared.module.css';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { useValue } from '../../ui/value-store.ts';
import { NoticePanel } from './NoticePanel.tsx';
import { NoticeRow, StateIcon, stateWords } from './NoticeRow.tsx';
import styles from './Notices.module.css';

const refreshMs = 60_000;
const tickMs = 30_000;
/** A notice counts as seen when it was shown for this long. */
const seenAfterMs = 1500;
const rowHeights = { wide: 54, phone: 78 } as const;

export default function NoticesScreen(): ReactElement {
  const query = useQuery({
    ...noticesQuery(),
    refetchInterval: refreshMs,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  useReportedAge(query);
  const { data, error, refetch } = query;
  // The count is requested more often than this screen by other tabs and the menu.
  const count = useNoticeCount();
  const last = useRef(count);
  useEffect(() => {
    if (last.current !== null && count !== last.current) void refetch();
    last.current = count;
  }, [count, refetch]);
  return (
    <div className={styles.screen}>
      {data ? (
        <Inbox page={data} />
      ) : (
        <>
          <h1>Notices</h1>
          {error ? (
            <NotRead error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading of={noticesQuery().queryKey} className={styles.coming} />
          )}
        </>
      )}
    </div>
  );
}

function NotRead({ error, onRetry }: { error: Error; onRetry: () => void }): ReactElement {
  const isUnreached = error instanceof NothingStored;
  return (
    <Message
      icon={<IconPlugConnectedX />}
      title={isUnreached ? nothingStoredText(error.why, 'this list') : 'The notices could not be loaded.'}
      isFailure
    >
      <p>{isUnreached ? 'Open it once while online to store it.' : <ServerMessage text={error.message} />}</p>
      <PlainButton look="filled" onClick={onRetry}>
        Try again
      </PlainButton>{' '}
      <NextStep error={error} />
    </Message>
  );
}

/** Emergencies that no one has done, then the newest, then what is done. */
export function inOrder(notices: readonly Notice[]): readonly Notice[] {
  const rank = ({ state, isEmergency }: Notice): number => (state === 'done' ? 2 : isEmergency ? 0 : 1);
  return notices.toSorted((a, b) => rank(a) - rank(b) || b.at.localeCompare(a.at));
}

function Inbox({ page }: { page: ListPage<Notice> }): ReactElement {
  const all = useWithPushed(page);
  const [states, setStates] = useState<ReadonlySet<string>>(new Set(noticeStates));
  const [rule, setRule] = useState('');
  const shown = useMemo(
    () => inOrder(all.filter((one) => states.has(one.state) && (rule === '' || one.ruleId === rule))),
    [all, states, rule],
  );
  const toggle = (state: NoticeState): void => {
    const next = new Set(states);
    if (!next.delete(state)) next.add(state);
    setStates(next);
  };
  const open = useOpenNotice(shown);
  const isPhone = useMedia(upTo('xs'));
  const isPanelAlone = isPhone && open.isChosen;
  return (
    <>
      {isPanelAlone ? (
        <h1>Notices</h1>
      ) : (
        <div className={styles.top}>
          <h1>Notices</h1>
          {all.length === 0 ? null : <span className={shared.dim}>{summary(all, page.count)}</span>}
          <span className={objectPage.ways}>
            <SoundButton />
            <Link to="/device" hash="notices" className={objectPage.way}>
              <IconMoon size={16} aria-hidden="true" />
              Quiet hours
            </Link>
            <Link to="/rules" className={objectPage.way}>
              Rules
            </Link>
          </span>
        </div>
      )}
      {all.length > 0 && !isPanelAlone ? (
        <div className={styles.chips}>
          {noticeStates.map((state) => (
            <ToggleChip
              key={state}
              isOn={states.has(state)}
              onToggle={() => toggle(state)}
              count={formatCount(all.filter((one) => one.state === state).length)}
            >
              <StateIcon state={state} isHidden />
              {stateWords[state]}
            </ToggleChip>
          ))}
          <RuleSelect notices={all} value={rule} onChange={setRule} />
        </div>
      ) : null}
      {shown.length > 0 ? (
        <Split page={page} shown={shown} open={open} isPhone={isPhone} />
      ) : all.length > 0 ? (
        <Message icon={<IconBellOff />} title="No notice matches." isStatus>
          <PlainButton
            onClick={() => {
              setStates(new Set(noticeStates));
              setRule('');
            }}
          >
            Show all {formatCount(all.length)}
          </PlainButton>
        </Message>
      ) : (
        <NoNotices page={page} />
      )}
      {isPanelAlone ? null : (
        <div className={styles.foot}>
          <span>The last {maxNotices} notices are readable offline.</span>
          {shown.length > 0 ? (
            <span className={styles.keys}>
              <kbd>j</kbd> <kbd>k</kbd> step <kbd>t</kbd> take <kbd>e</kbd> done <kbd>Enter</kbd> open
            </span>
          ) : null}
        </div>
      )}
    </>
  );
}

function summary(notices: readonly Notice[], count: number): string {
  const isNew = notices.filter(({ state }) => state === 'new').length;
  const all = count > notices.length ? `newest ${notices.length} of ${formatCount(count)}` : counted(count, 'notice');
  return `${formatCount(isNew)} new, ${all}`;
}

function SoundButton(): ReactElement {
  const isOn = useValue(soundChoice) === 'on';
  const Icon = isOn ? IconVolume : IconVolumeOff;
  return (
    <PlainButton
      aria-pressed={isOn}
      title="On this device"
      onClick={() => {
        soundChoice.set(isOn ? 'off' : 'on');
        if (!isOn) playNotice('notice');
      }}
    >
      <Icon size={16} aria-hidden="true" />
      Sound
    </PlainButton>
  );
}

type RuleSelectProps = {
  readonly notices: readonly Notice[];
  /** Id of the rule. '' = all. */
  readonly value: string;
  readonly onChange: (rule: string) => void;
};

function RuleSelect({ notices, value, onChange }: RuleSelectProps): ReactElement | null {
  const rules = new Map(notices.flatMap(({ ruleId, rule }) => (ruleId && rule ? [[ruleId, rule] as const] : [])));
  if (rules.size < 2) return null;
  return (
    <select
      className={styles.select}
      aria-label="Rule"
      value={rules.has(value) ? value : ''}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">All rules ({rules.size})</option>
      {[...rules].map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function NoNotices({ page: { source, dataAt } }: { page: ListPage<Notice> }): ReactElement {
  const now = useNow(tickMs);
  const hasFaults = mayReadFaults(useAudience());
  return (
    <Message icon={<IconBell />} title="No notices" isStatus>
      {source === 'stored' ? <p>No notices before {utcMoment(dataAt, now)}, when this copy was stored.</p> : null}
      <p>
        Rules decide what you are notified of. Feeders start with a rule about silent stations. The other ready-made
        rules are off until you choose them: emergencies (7500, 7600, 7700), MAYDAY and PAN, diversions, medical words
        {hasFaults ? ', new faults of watched aircraft' : ''}.
      </p>
      <p>
        <Link to="/rules">Choose rules</Link>
      </p>
    </Message>
  );
}

// ---- The selected notice: in the address, so that a link opens it and the back button of a phone closes it

type OpenNotice = {
  readonly index: number;
  readonly notice: Notice | null;
  /** The address names it. On a phone its panel is a screen of its own. */
  readonly isChosen: boolean;
  readonly select: (index: number, step?: 'push' | 'replace') => void;
  readonly close: () => void;
};

function useOpenNotice(shown: readonly Notice[]): OpenNotice {
  const writeAddress = useWriteAddress();
  const router = useRouter();
  const { notice: id } = useSearch({ strict: false }) as { readonly notice?: string };
  const at = shown.findIndex((one) => one.id === id);
  const index = Math.max(0, at);
  const wasPushed = useRef(false);
  return {
    index,
    notice: shown[index] ?? null,
    isChosen: at >= 0,
    select: (next, step = 'replace') => {
      const to = shown[next];
      if (!to) return;
      wasPushed.current ||= step === 'push';
      writeAddress({ notice: to.id }, step);
    },
    close: () => {
      if (wasPushed.current) router.history.back();
      else writeAddress({}, 'replace');
      wasPushed.current = false;
    },
  };
}

type Action = (typeof noticeActions)[number];

type SplitProps = {
  readonly page: ListPage<Notice>;
  readonly shown: readonly Notice[];
  readonly open: OpenNotice;
  readonly isPhone: boolean;
};

function Split({ page, shown, open, isPhone }: SplitProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const now = useNow(tickMs);
  const session = useSession();
  const userName = session.kind === 'in' ? session.session.userName : '';
  const { notice, index } = open;
  const isPanelAlone = isPhone && open.isChosen;
  const isPanelShown = !isPhone || open.isChosen;
  const { change, whyNot } = useChange(page);
  useSeen(isPanelShown && whyNot === null ? notice : null, change);
  const step = (by: 1 | -1): void => open.select(index + by);
  // The list of a phone has a place of its own: its panel opens on Enter or a tap.
  const [place, setPlace] = useState(index);
  const cursor = isPhone
    ? {
        index: Math.min(place, shown.length - 1),
        select: setPlace,
        step: (by: 1 | -1) => setPlace(Math.max(0, place + by)),
      }
    : { index, select: open.select, step };
  const act = (action: Action): void => {
    if (!notice) return;
    if (whyNot !== null) {
      notify({ title: whyNot, kind: 'warn' });
      return;
    }
    void change(notice, action);
    // Done leaves the place: the next one takes it.
    if (action === 'done' && !isPhone) open.select(shown[index + 1] ? index + 1 : index - 1);
  };
  const takes = notice !== null && notice.state !== 'done' && notice.takenBy === null;
  useListKeys(
    isPanelShown
      ? {
          j: () => step(1),
          k: () => step(-1),
          t: takes ? () => act('take') : null,
          e: notice && notice.state !== 'done' ? () => act('done') : null,
          u: isPanelAlone ? open.close : () => frame.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus(),
        }
      : {},
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRow = event.target instanceof Element && event.target.matches('[role="listbox"]');
    if (event.key !== 'Enter' || !isRow || isPhone || !notice?.path.startsWith('/')) return;
    event.preventDefault();
    void router.navigate({ href: notice.path });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter of the list, which has the role and the focus
    <div ref={frame} className={styles.split} onKeyDown={onKeyDown}>
      {isPanelAlone ? null : (
        <MessageRows
          list={{ title: 'Notices' }}
          rows={shown}
          offset={0}
          count={shown.length}
          isChanging={false}
          isStored={page.source === 'stored'}
          cursor={cursor}
          rowHeight={isPhone ? rowHeights.phone : rowHeights.wide}
          className={styles.rows}
          {...(isPhone ? { onOpen: (at: number) => open.select(at, 'push') } : {})}
        >
          {(row) => <NoticeRow notice={row} now={now} />}
        </MessageRows>
      )}
      {isPanelShown && notice ? (
        <NoticePanel
          notice={notice}
          now={now}
          userName={userName}
          whyNot={whyNot}
          onAct={act}
          onBack={isPanelAlone ? open.close : null}
          onNext={shown[index + 1] ? () => step(1) : null}
          onPrevious={shown[index - 1] ? () => step(-1) : null}
        />
      ) : null}
    </div>
  );
}

/** Changes need the network, and are never kept for later. */
function useChange(page: ListPage<Notice>): {
  readonly change: (notice: Notice, action: Action) => Promise<void>;
  /** null = changes are possible. */
  readonly whyNot: string | null;
} {
  const client = useQueryClient();
  const isReached = useIsReached();
  const reread = async (): Promise<void> => {
    const keys = [noticesQuery().queryKey, noticeCountQuery().queryKey];
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  return {
    whyNot: !isReached
      ? 'Take and Done need the network.'
      : page.source === 'live'
        ? null
        : 'Take and Done need the current notices, which are loading.',
    change: async ({ id }, action) => {
      const work = (): Promise<void> => changeNotices([id], action);
      // It is marked as seen the next time it is shown.
      if (action === 'seen') await work().catch(() => undefined);
      else await attempt('The notice was not changed', work);
      await reread();
    },
  };
}

/** Shown for a moment in a visible window. */
function useSeen(notice: Notice | null, change: (notice: Notice, action: Action) => Promise<void>): void {
  const settled = useSettled(notice?.state === 'new' ? notice.id : null, seenAfterMs);
  const latest = useRef({ notice, change });
  latest.current = { notice, change };
  useEffect(() => {
    const { current } = latest;
    if (settled !== null && current.notice?.id === settled && document.visibilityState === 'visible')
      void current.change(current.notice, 'seen');
  }, [settled]);
}
