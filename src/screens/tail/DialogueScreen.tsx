/** /tail/{id}/dialogue: the talk of one aircraft with air traffic control, and its ADS-C contracts. A view over messages (decision 43). */

import { IconArrowLeft, IconCheck, IconEarOff, IconHourglass } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import type { Tail } from '../../../contract/entities/tail.ts';
import { type Connection, connectionsOf, contractsOf, type Turn } from '../../../decoder/dialogue.ts';
import type { Received } from '../../../decoder/join-receptions.ts';
import { tailQuery } from '../../data/tail.ts';
import { useNow } from '../../data/use-now.ts';
import { talkFilter, useDialogueMessages, useTalkList, useTalkQuery } from '../../decoding/talk.ts';
import { counted, oneLine } from '../../lib/format.ts';
import { ageText, utcClock, utcMoment, windowLabel } from '../../lib/time.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { useWindowCounts, WindowChoices } from '../../list/page/NextWindows.tsx';
import { useListKeys } from '../../list/use-list-keys.ts';
import { LinkedWords } from '../../objects/LinkedWords.tsx';
import { isUnknownAircraft, NeverReceived } from '../../objects/NeverReceived.tsx';
import { NotLoaded } from '../../objects/NotLoaded.tsx';
import page from '../../objects/ObjectPage.module.css';
import { LoadingText } from '../../objects/ObjectPage.tsx';
import { rawListPath, tailPath } from '../../objects/object-paths.ts';
import { useShowOnMap } from '../../objects/show-on-map.ts';
import { useAudience } from '../../session/use-session.ts';
import { copyText } from '../../ui/CopyButton.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import panel from '../../ui/panel.module.css';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useNamedScreen } from '../../ui/screen-name.ts';
import shared from '../../ui/shared.module.css';
import { Contracts } from './Contracts.tsx';
import styles from './Dialogue.module.css';
import { rawSearch } from './tail-state.ts';

const spans = [24, 72, 360] as const;
/** On narrow screens one at a time. */
const tabs = { talk: 'Dialogue', contracts: 'ADS-C', map: 'Map' } as const;
/** An age is announced by readers once a minute, and shown each 10 s. */
const tickMs = 10_000;

export default function DialogueScreen(): ReactElement {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { hours: text } = useSearch({ strict: false }) as { hours?: unknown };
  const hours = spans.find((one) => String(one) === String(text)) ?? 24;
  const write = useWriteAddress();
  const now = useNow(tickMs);
  const { query, rows, filters, aircraft } = useTalk(id, hours);
  const { data } = query;
  const messages = useDialogueMessages(rows);
  const contracts = useMemo(() => contractsOf(messages), [messages]);
  const connections = useMemo(() => connectionsOf(messages, now), [messages, now]);
  const [active, setActive] = useState<string | null>(null);
  const [shown, setShown] = useState<keyof typeof tabs>('talk');
  const name = oneLine(id);
  useNamedScreen(`Dialogue of ${name}`);
  const router = useRouter();
  const showOnMap = useShowOnMap();
  const marked = messages.find((one) => one.id === active);
  useListKeys({
    m: () => void showOnMap({ tail: id }),
    c: marked ? () => void copyText(marked.words) : null,
    u: () => void router.navigate({ to: tailPath(id) ?? '/' }),
  });
  return (
    <div className={styles.screen} data-part="dialogue">
      <header className={page.head}>
        <h1 className={page.title} dir="auto">
          Dialogue of {name}
        </h1>
        <fieldset className={styles.spans}>
          <legend className="dl-hidden">Time span</legend>
          {spans.map((one) => (
            <PlainButton
              key={one}
              aria-pressed={one === hours}
              onClick={() => write({ hours: String(one) }, 'replace')}
            >
              {windowLabel(one)}
            </PlainButton>
          ))}
        </fieldset>
        <span className={page.ways}>
          <Link to={tailPath(id) ?? '/'} className={page.way}>
            <IconArrowLeft size={16} aria-hidden="true" />
            {name}
          </Link>
        </span>
      </header>
      {data?.source === 'stored' ? (
        <p className={page.asOf}>
          As of {utcMoment(data.dataAt, now)}, {ageText(Math.max(0, now - data.dataAt))} ago.
          {data.coverage?.isComplete === false ? ' Not all messages are on this device.' : ''}
        </p>
      ) : null}
      {data ? null : query.error ? (
        <NotRead error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <p role="status" className={styles.none}>
          <LoadingText of={query.queryKey}>Loading the dialogue …</LoadingText>
        </p>
      )}
      {data && messages.length === 0 ? (
        <Empty
          name={name}
          hours={hours}
          filters={filters}
          aircraft={aircraft}
          onHours={(next) => write({ hours: String(next) }, 'replace')}
        />
      ) : null}
      {messages.length > 0 ? (
        <>
          <fieldset className={styles.tabs}>
            <legend className="dl-hidden">Part</legend>
            {Object.entries(tabs).map(([tab, title]) => (
              <PlainButton key={tab} aria-pressed={tab === shown} onClick={() => setShown(tab as keyof typeof tabs)}>
                {title}
              </PlainButton>
            ))}
          </fieldset>
          <div className={styles.parts} data-shown={shown}>
            <Talk name={name} connections={connections} now={now} active={active} onActive={setActive} />
            <div className={styles.side}>
              <OpenRequests connections={connections} now={now} />
              <Contracts contracts={contracts} now={now} active={active} onActive={setActive} />
            </div>
          </div>
          <footer className={styles.foot}>
            <span>{counted(messages.length, 'message')}. Answers are matched by number within one connection.</span>
            <span className={styles.keys}>
              <kbd>j</kbd> <kbd>k</kbd> step <kbd>m</kbd> map <kbd>c</kbd> copy <kbd>u</kbd> back
            </span>
          </footer>
        </>
      ) : null}
    </div>
  );
}

/** Sets connections with the same unit apart, oldest first: `, 2` for the second. */
function numberOf(connections: readonly { readonly ground: string | null }[], at: number): string {
  const before = connections.slice(0, at).filter(({ ground }) => ground === connections[at]?.ground).length;
  return before === 0 ? '' : `, ${before + 1}`;
}

/** Its messages of the two kinds, of the list that the caller may read. Those over ATN have an address and no registration. */
function useTalk(id: string, hours: number) {
  const { data: tail, isPending } = useQuery({ ...tailQuery(id, 1), meta: { isQuiet: true } });
  const filters = tail ? rawSearch(tail.value.tail, id) : { tail: id };
  const address = filters.icao === undefined ? (tail?.value.tail.address ?? null) : null;
  const talkQuery = useTalkQuery();
  const options = talkQuery(filters, hours);
  const query = useQuery({ ...options, enabled: !isPending });
  const { data: ofAddress } = useQuery({ ...talkQuery({ icao: address ?? '' }, hours), enabled: address !== null });
  const { data } = query;
  const rows = useMemo(() => {
    const byId = new Map([...(data?.rows ?? []), ...(ofAddress?.rows ?? [])].map((row) => [row.id, row as Received]));
    return [...byId.values()].sort((a, b) => (a.acarsDateTime < b.acarsDateTime ? 1 : -1));
  }, [data, ofAddress]);
  return { query: { ...query, queryKey: options.queryKey }, rows, filters, aircraft: tail?.value.tail ?? null };
}

type TalkProps = {
  readonly name: string;
  readonly connections: readonly Connection[];
  readonly now: number;
  readonly active: string | null;
  readonly onActive: (id: string | null) => void;
};

/** Turns with the keys j, k and arrows. */
function Talk({ name, connections, now, active, onActive }: TalkProps): ReactElement {
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number): void => {
    const turns = [...(list.current?.querySelectorAll<HTMLElement>('[data-turn]') ?? [])];
    const at = turns.indexOf(document.activeElement as HTMLElement);
    turns[Math.max(0, Math.min(turns.length - 1, at + by))]?.focus();
  };
  useListKeys({ j: () => step(1), k: () => step(-1) });
  const onKey = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(by);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus among its turns, each of which has it
    <div ref={list} className={styles.talk} data-tab="talk" onKeyDown={onKey}>
      {connections.length === 0 ? <p className={styles.none}>No CPDLC received.</p> : null}
      {connections.map((connection, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: connections have no name of their own, and only grow
          key={at}
          aria-label={`Connection with ${oneLine(connection.ground ?? 'an unknown ground unit')}${numberOf(connections, at)}`}
        >
          <ConnectionHead connection={connection} now={now} />
          <ol className={`${shared.bareList} ${styles.turns}`}>
            {connection.turns.map((turn, number) => (
              <TurnItem
                key={turn.kind === 'message' ? turn.id : `missing ${number}`}
                turn={turn}
                name={name}
                ground={oneLine(connection.ground ?? 'Ground')}
                now={now}
                isActive={turn.kind === 'message' && turn.id === active}
                onActive={onActive}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function ConnectionHead({ connection, now }: { readonly connection: Connection; readonly now: number }): ReactElement {
  const { ground, logOnMs, connectedMs, endedMs, isSilent, lastMs, turns } = connection;
  const at = (ms: number): string => `${utcClock(ms)}Z`;
  const facts = [
    logOnMs === null ? null : `log-on ${at(logOnMs)}`,
    connectedMs === null ? 'connection not received' : `connected ${at(connectedMs)}`,
  ];
  return (
    <h2 className={styles.head}>
      <b className={shared.mono}>{oneLine(ground ?? 'Ground unit unknown')}</b>{' '}
      <span className={styles.facts}>{facts.filter((one) => one !== null).join(' · ')}</span>
      <span className={shared.atEnd}>
        {endedMs !== null ? (
          <StateBadge kind="idle" word={`ended ${at(endedMs)}`} />
        ) : isSilent ? (
          <StateBadge kind="idle" word={`silent since ${utcMoment(lastMs, now)}`} />
        ) : connectedMs !== null || turns.length > 0 ? (
          <StateBadge kind="live" word="Connected" />
        ) : (
          <StateBadge kind="idle" word="Log-on only" />
        )}
      </span>
    </h2>
  );
}

type TurnProps = {
  readonly turn: Turn;
  readonly name: string;
  readonly ground: string;
  readonly now: number;
  readonly isActive: boolean;
  readonly onActive: (id: string | null) => void;
};

function TurnItem({ turn, name, ground, now, isActive, onActive }: TurnProps): ReactElement {
  if (turn.kind === 'missing')
    return (
      <li className={styles.missing} data-direction={turn.direction}>
        <IconEarOff size={16} aria-hidden="true" />{' '}
        {turn.direction === 'up' ? `Uplink ${turn.number} of ${ground}` : `Downlink ${turn.number} of ${name}`} was not
        received
      </li>
    );
  const { id, atMs, direction, words, facts, number, answers, answeredBy, isOpen, heardBy, isDamaged } = turn;
  const numbers = [number === null ? null : String(number), answers === null ? null : `answers ${answers}`];
  return (
    <li
      className={styles.turn}
      data-direction={direction}
      data-open={isOpen || undefined}
      data-active={isActive || undefined}
      data-turn=""
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the reader steps through the turns
      tabIndex={0}
      onFocus={() => onActive(id)}
      onBlur={() => onActive(null)}
    >
      <p className={styles.who}>
        <b className={shared.mono}>{direction === 'up' ? ground : name}</b>{' '}
        <time dateTime={new Date(atMs).toISOString()}>{utcClock(atMs)}Z</time>
        <span className={shared.atEnd}>{numbers.filter((one) => one !== null).join(', ')}</span>
      </p>
      <p dir="auto">
        <LinkedWords kind="cpdlc" words={words} facts={facts} isLinked={false} />
      </p>
      {isDamaged ? <p className={shared.failed}>The checksum is wrong: values may be wrong.</p> : null}
      {answeredBy ? (
        <p className={styles.answer}>
          <IconCheck size={16} aria-hidden="true" /> {oneLine(answeredBy.words)} after {ageText(answeredBy.afterMs)}
        </p>
      ) : null}
      {isOpen ? (
        <p className={styles.open}>
          <IconHourglass size={16} aria-hidden="true" /> Open for {ageText(Math.max(0, now - atMs))}, no answer received
        </p>
      ) : null}
      {heardBy > 1 ? <span className="dl-hidden">Received by {heardBy} stations</span> : null}
    </li>
  );
}

/** Announced once a minute: the age on the screen changes more often. */
function OpenRequests({
  connections,
  now,
}: {
  readonly connections: readonly Connection[];
  readonly now: number;
}): ReactElement | null {
  const open = connections.flatMap(({ ground, turns }) =>
    turns.flatMap((turn) => (turn.kind === 'message' && turn.isOpen ? [{ ...turn, ground }] : [])),
  );
  const minute = Math.floor(now / 60_000);
  const [oldest] = open;
  // biome-ignore lint/correctness/useExhaustiveDependencies: changes with the minute and the number only
  const announced = useMemo(
    () => (oldest ? `${counted(open.length, 'open request')}, the oldest for ${ageText(now - oldest.atMs)}` : ''),
    [minute, open.length],
  );
  return (
    <>
      <p className="dl-hidden" role="status">
        {announced}
      </p>
      {oldest ? (
        <section className={styles.openBox} aria-label="Open requests">
          <h2>
            <IconHourglass size={16} aria-hidden="true" /> {counted(open.length, 'request')} open for{' '}
            {ageText(Math.max(0, now - oldest.atMs))}
          </h2>
          <ul className={shared.bareList}>
            {open.map(({ id, words, facts, ground, direction }) => (
              <li key={id} dir="auto">
                <LinkedWords kind="cpdlc" words={words} facts={facts} isLinked={false} />,{' '}
                {direction === 'up' ? 'from' : 'to'} {oneLine(ground ?? 'the ground')}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

type EmptyProps = {
  readonly name: string;
  readonly hours: number;
  readonly filters: Readonly<Record<string, string>>;
  readonly aircraft: Tail | null;
  readonly onHours: (hours: number) => void;
};

function Empty({ name, hours, filters, aircraft, onHours }: EmptyProps): ReactElement {
  const audience = useAudience();
  const { endpoint, extra } = useTalkList();
  const longer = spans.filter((one) => one > hours);
  // The dialogue has each message once.
  const counts = useWindowCounts({ endpoint, filters: { ...filters, ...talkFilter }, extra, isJoined: true }, longer);
  return (
    <section className={panel.panel} role="status">
      <p className={panel.none}>
        No CPDLC or ADS-C received of {name} in {windowLabel(hours)}. <NeverReceived name={name} aircraft={aircraft} />
      </p>
      <p className={`${panel.none} ${panel.touchLinks} ${shared.wrappingLine}`}>
        <WindowChoices counts={counts} onChoose={onHours} />
        {isUnknownAircraft(aircraft) ? null : (
          <Link to={rawListPath(audience)} search={{ ...filters, last: String(hours) } as never}>
            Other messages of {name}
          </Link>
        )}
      </p>
    </section>
  );
}

function NotRead(props: { readonly error: Error; readonly onRetry: () => void }): ReactElement {
  return (
    <section className={panel.panel} role="alert">
      <NotLoaded what="this dialogue" className={panel.none} {...props} />
    </section>
  );
}
