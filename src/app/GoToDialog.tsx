/** Ctrl K: everything on the device by keyboard, of one height. Results of the server are added below. */

import { IconDeviceLaptop, IconSearch, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import clsx from 'clsx';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { api } from '../../contract/api.ts';
import type { Audience } from '../../contract/audience.ts';
import { dayMs, minuteMs } from '../../contract/durations.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { objectsQuery } from '../data/find-objects.ts';
import { listQuery } from '../data/list-resource.ts';
import type { ListId } from '../data/offline/stored-pages.ts';
import { useNow } from '../data/use-now.ts';
import { type DeviceEntries, deviceEntries, refreshAirports, refreshDevice } from '../find/device-entries.ts';
import { deviceMessages, followMessages } from '../find/device-messages.ts';
import type { MessageIndex } from '../find/message-index.ts';
import { withoutLastPill } from '../find/question.ts';
import { addRecent, recents } from '../find/recent.ts';
import { counted } from '../lib/format.ts';
import { utcMoment } from '../lib/time.ts';
import { defaultPageSize } from '../list/define-list.ts';
import { offeredExport } from '../list/export/export-store.ts';
import { KindIcon } from '../objects/KindIcon.tsx';
import { useUnits } from '../objects/units-choice.ts';
import { WatchButton } from '../objects/WatchButton.tsx';
import { useWatched } from '../objects/watched.ts';
import { useSession } from '../session/use-session.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import sharedStyles from '../ui/shared.module.css';
import { useModal } from '../ui/use-modal.ts';
import { useValue } from '../ui/value-store.ts';
import { setAppearance } from './appearance.ts';
import styles from './GoToDialog.module.css';
import { answerTitle, matchesFor, type Row, type Section, sectionsOf, withCount, withLate } from './go-to.ts';
import type { ActionName } from './go-to-index.ts';
import {
  type Answer,
  answerOf,
  isMessageText,
  messageRows,
  nextHours,
  nounOf,
  rowOfText,
  rowsOfPage,
  textAnswer,
  within,
} from './go-to-messages.ts';
import { readWords, type Target, targetOfList } from './go-to-targets.ts';
import { useInstall } from './install.ts';
import { MenuIcon } from './MenuIcon.tsx';

/** Screen readers announce the count when the user pauses. */
const announceAfterMs = 300;

/** Characters, the limit of the decoder: a pasted text is never cut. */
const maxLength = 20_000;

/** A field has one line. */
const inField = (text: string): string => text.replace(/\r\n|\r|\n/g, '↲');
const fromField = (shown: string): string => shown.replaceAll('↲', '\n');

type Props = { audience: Audience; onClose(): void; onKeys(): void; onDecode(text: string): void };

export default function GoToDialog({ audience, onClose, onKeys, onDecode }: Props): ReactElement {
  const [typed, setTyped] = useState('');
  /** Stays on the same result when more arrive. null = the first. */
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const modal = useModal(onClose, onClose);
  const hasMessages = targetOfList(audience, 'raw') !== null;
  const decode = hasMessages ? () => onDecode(isMessageText(typed) ? typed : '') : undefined;
  const run = useGoToActions(onKeys, decode);
  const { sections, pills, withoutLast, asOf, now, missing } = useGoToSections(
    audience,
    typed,
    Object.keys(run) as ActionName[],
  );
  const rows = sections.flatMap((section) => section.rows);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === chosen),
  );
  const selected = rows[at];
  const optionId = (row: Row | undefined): string | undefined => row && `${id}-${rows.indexOf(row)}`;
  useEffect(() => {
    const option = list.current?.querySelectorAll('[role="option"]')[at];
    option?.scrollIntoView({ block: 'nearest' });
    // The heading of the first result belongs to it.
    if (at === 0 && list.current) list.current.scrollTop = 0;
  }, [at]);
  const go = (row: Row, target: Target): void => {
    onClose();
    const { entry } = row;
    if (entry && entry.kind !== 'action') addRecent(entry);
    if (target.to !== undefined) void navigate({ to: target.to, search: target.search ?? {} });
    else if (target.document !== undefined) open(target.document, '_blank', 'noreferrer');
    else run[target.action]?.();
  };
  const change = (text: string): void => {
    setTyped(text);
    setChosen(null);
  };
  const move = (by: number): void => setChosen(rows[(at + by + rows.length) % Math.max(1, rows.length)]?.key ?? null);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const target = selected && targetOfKey(event, selected);
    const shorter = event.key === 'Backspace' && isAtEnd(event.currentTarget) ? withoutLast : null;
    if (shorter !== null) change(shorter);
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (selected && target) go(selected, target);
    else return;
    event.preventDefault();
  };
  return (
    <dialog {...modal} className={styles.dialog} aria-label="Go to">
      <div className={styles.panel}>
        <div className={styles.head}>
          <IconSearch size={22} aria-hidden className={styles.icon} />
          <input
            className={styles.input}
            role="combobox"
            aria-label="Go to an aircraft, flight, airport, station, message, screen or setting"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={optionId(selected)}
            placeholder="Aircraft, flight, airport, station, message, screen or setting"
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            autoFocus
            value={inField(typed)}
            onChange={(event) => change(fromField(event.target.value))}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text').trim();
              if (inField(text) === text) return;
              // The browser would remove the line breaks.
              event.preventDefault();
              const { currentTarget: field } = event;
              field.setRangeText(inField(text), field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
              change(fromField(field.value));
            }}
            onKeyDown={press}
          />
          {pills.length > 0 ? (
            <span className={styles.pills} role="status" aria-label="Understood">
              {pills.map((pill) => (
                <span key={pill}>{pill}</span>
              ))}
            </span>
          ) : null}
          <PlainButton look="icon" aria-label="Close" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </PlainButton>
        </div>
        <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Results" ref={list}>
          {sections.map((section) => (
            <GoToSection
              key={section.title}
              section={section}
              selected={selected}
              idOf={(row) => optionId(row) ?? ''}
              onOpen={(row, target) => go(row, target)}
            />
          ))}
        </div>
        {rows.length === 0 || missing ? (
          <p className={rows.length === 0 ? styles.none : styles.loading} role="status">
            {rows.length === 0 && (missing === null || missing === 'unreachedAirports') ? 'No results. ' : ''}
            {missing ? missingTexts[missing] : ''}
          </p>
        ) : null}
        <Announced text={typed.trim() === '' || rows.length === 0 ? '' : counted(rows.length, 'result')} />
        <div className={styles.foot}>
          {selected?.watchable ? <WatchButton object={selected.watchable} name={selected.label} /> : null}
          <span className={styles.ways}>
            {selected?.onMap ? (
              <PlainButton onClick={() => selected.onMap && go(selected, selected.onMap)}>On the map</PlainButton>
            ) : null}
            {selected?.messages ? (
              <PlainButton onClick={() => selected.messages && go(selected, selected.messages)}>Messages</PlainButton>
            ) : null}
          </span>
          <span className={styles.keys}>
            <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open
            {selected?.onMap ? (
              <>
                {' '}
                <kbd>Ctrl Enter</kbd> on the map
              </>
            ) : null}
            {selected?.messages ? (
              <>
                {' '}
                <kbd>Tab</kbd> messages
              </>
            ) : null}
          </span>
          {asOf === null ? null : (
            <span className={styles.asOf}>
              <IconDeviceLaptop size={15} aria-hidden />
              found on this device, as of {utcMoment(asOf, now)}
            </span>
          )}
        </div>
      </div>
    </dialog>
  );
}

const isAtEnd = ({ value, selectionStart, selectionEnd }: HTMLInputElement): boolean =>
  selectionStart === value.length && selectionEnd === value.length;

/** Shift Tab leaves the field as usual, also Tab where there are no messages. */
function targetOfKey(event: KeyboardEvent, row: Row): Target | undefined {
  const isModified = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter') return isModified ? (row.onMap ?? row.open) : row.open;
  return event.key === 'Tab' && !event.shiftKey && !isModified ? row.messages : undefined;
}

function Announced({ text }: { text: string }): ReactElement {
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), announceAfterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="dl-hidden" role="status">
      {announced}
    </p>
  );
}

// ---- A group of results with its heading.

type SectionProps = {
  section: Section;
  selected: Row | undefined;
  idOf(row: Row): string;
  onOpen(row: Row, target: Target): void;
};

function GoToSection({ section: { title, rows, isLate }, selected, idOf, onOpen }: SectionProps): ReactElement {
  const open = (event: MouseEvent, row: Row): void =>
    onOpen(row, event.ctrlKey || event.metaKey ? (row.onMap ?? row.open) : row.open);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
    <div role="group" aria-label={title} className={clsx(isLate && styles.late)}>
      {title === answerTitle ? null : (
        <div className={styles.heading} aria-hidden="true">
          {title}
        </div>
      )}
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the input above (combobox)
        <div
          key={row.key}
          id={idOf(row)}
          role="option"
          aria-selected={row === selected}
          tabIndex={-1}
          className={styles.option}
          onClick={(event) => open(event, row)}
        >
          {row.kind ? <KindIcon kind={row.kind} className={styles.kind} /> : <MenuIcon name={row.icon} />}
          <span className={styles.text}>
            {row.isPlain ? row.label : <strong className={sharedStyles.strong}>{row.label}</strong>}{' '}
            <span className={styles.note}>{row.note}</span>
          </span>
          <span className={styles.fact}>{row.fact}</span>
        </div>
      ))}
    </div>
  );
}

/** Actions available on this device and screen. */
function useGoToActions(onKeys: () => void, decode: (() => void) | undefined): Partial<Record<ActionName, () => void>> {
  const install = useInstall();
  const startExport = offeredExport();
  return {
    dark: () => setAppearance({ scheme: 'dark' }),
    light: () => setAppearance({ scheme: 'light' }),
    system: () => setAppearance({ scheme: 'auto' }),
    moreContrast: () => setAppearance({ contrast: 'more' }),
    normalContrast: () => setAppearance({ contrast: 'normal' }),
    ...(document.fullscreenEnabled ? { fullScreen: toggleFullScreen } : {}),
    ...(startExport ? { export: startExport } : {}),
    keys: onKeys,
    ...(decode ? { decode } : {}),
    ...(install ? { install } : {}),
  };
}

function toggleFullScreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  // The browser may refuse: nothing changes.
  change.catch(() => undefined);
}

// ---- Results of the go-to dialog: those of the device at once, those of the server when they arrive.

/** Delay before objects are requested from the server. */
const pauseMs = 200;

type GoToSections = {
  readonly sections: readonly Section[];
  /** Words of a question for messages, as understood. */
  readonly pills: readonly string[];
  /** The text without the words of the last one. null = it ends with none. */
  readonly withoutLast: string | null;
  /** Epoch ms of the server. null = nothing of the server is on the device. */
  readonly asOf: number | null;
  readonly now: number;
  /** What is not searched. */
  readonly missing: Missing;
};

function useGoToSections(audience: Audience, typed: string, actionNames: readonly ActionName[]): GoToSections {
  const lists = useMessageLists(audience);
  const { entries, index, missing } = useSteadyIndex(typed, lists);
  const now = useNow(1000);
  const watched = useWatched();
  const units = useUnits();
  const recent = useValue(recents);
  const names = actionNames.join(' ');
  const found = useMemo(
    () => ({ ...entries, units, watched, recents: recent, actionNames: names.split(' ') as ActionName[] }),
    [entries, units, watched, recent, names],
  );
  const [today, minute] = [now - (now % dayMs), now - (now % minuteMs)];
  const answer = useMemo(() => answerOf(audience, typed, entries.groups, today), [audience, typed, entries, today]);
  const messages = useMemo(
    () => messageRows(audience, typed, answer, { index, groups: entries.groups, now: minute }),
    [audience, typed, answer, index, entries, minute],
  );
  const sources = useMemo(() => ({ ...found, messages }), [found, messages]);
  const matches = useMemo(() => matchesFor(audience, typed, answer, sources), [audience, typed, answer, sources]);
  // Ages count up, places stay.
  const sections = useMemo(
    () => sectionsOf(audience, typed, matches, { ...sources, now }),
    [audience, typed, matches, sources, now],
  );
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const isSettled = settled === typed;
  const isSearch = !isMessageText(typed);
  const objects = useQuery(objectsQuery(audience, answer || !isSearch ? '' : readWords(settled).word));
  const late = isSettled ? objects.data : undefined;
  const answered = useCounted(isSettled ? answer : null, lists.company);
  // Neither a question nor on this device: the server may have such messages.
  const isUnknown = isSettled && isSearch && answer === null && messages.messages.length === 0;
  const asText = useMemo(() => (isUnknown ? textAnswer(audience, typed) : null), [isUnknown, audience, typed]);
  const text = usePage(asText, lists.company);
  return {
    sections: useMemo(() => {
      const page = answered ?? text;
      const rows = page ? rowsOfPage(audience, page.answer, page.rows) : [];
      // The list of none offers longer windows: no search ends here.
      const isEnd = sections.length === 0 && (late ?? []).length === 0;
      const hasText = text !== null && (text.count > 0 || isEnd);
      const newest = hasText ? [rowOfText(text.answer, text.count), ...rows.slice(0, 2)] : rows;
      const noun = page ? nounOf(page.answer) : '';
      return withLate(audience, withCount(sections, answered), { objects: late ?? [], newest, noun }, now);
    }, [audience, sections, answered, text, late, now]),
    pills: answer?.question.pills ?? [],
    withoutLast: answer && withoutLastPill(typed, answer.question),
    asOf: entries.asOf,
    now,
    missing,
  };
}

type MessageLists = { readonly company: string; readonly lists: readonly ListId[] };

/** The lists of messages of the user, as they are stored. */
function useMessageLists(audience: Audience): MessageLists {
  const session = useSession();
  const company = session.kind === 'in' ? (session.session.company?.trim() ?? '') : '';
  return useMemo(() => {
    const paths = [targetOfList(audience, 'raw'), targetOfList(audience, 'perAircraft')];
    const lists = paths.flatMap((path): ListId[] => {
      const list = path === null ? undefined : answering[path];
      return list ? [{ endpoint: list.endpoint, scope: scopeOf(list, company) }] : [];
    });
    return { company, lists };
  }, [audience, company]);
}

type Counted = {
  readonly answer: Answer;
  readonly count: number;
  readonly isStored: boolean;
  readonly rows: readonly object[];
};

/**
 * How many rows answer the question, and the newest: of the first page of its list, which is stored for use without a network. Where its window
 * contains none, the next ones are counted. null = not known yet.
 */
function useCounted(answer: Answer | null, company: string): Counted | null {
  const [next, last] = answer ? nextHours(answer).map((hours) => within(answer, hours)) : [];
  const first = usePage(answer, company);
  const second = usePage(first?.count === 0 ? next : null, company);
  const third = usePage(second?.count === 0 ? last : null, company);
  return [third, second].find((page) => page !== null && page.count > 0) ?? first;
}

function usePage(answer: Answer | null | undefined, company: string): Counted | null {
  const list = answer && answering[answer.target.to];
  const { data } = useQuery({
    ...listQuery(
      list?.endpoint ?? api.acarsMessage.allUsers,
      {
        filters: answer?.filters ?? {},
        window: answer?.hours ? { hours: answer.hours } : null,
        sort: null,
        offset: 0,
        limit: defaultPageSize,
      },
      list ? scopeOf(list, company) : {},
    ),
    enabled: list !== undefined && list !== null,
    meta: { isQuiet: true },
  });
  const text = answer && answer.target.to + JSON.stringify([answer.filters, answer.hours]);
  // The answer is made anew with each render of these texts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text names it
  return useMemo(
    () =>
      answer && list && data
        ? { answer, count: data.count, isStored: data.source === 'stored', rows: data.rows }
        : null,
    [text, data],
  );
}

type Answering = { readonly endpoint: ListEndpoint; readonly company?: 'when-set' | 'always' };
/** The lists that answer, by path. */
const answering: Readonly<Record<string, Answering>> = {
  '/akrxAll': { endpoint: api.acarsMessage.allUsers },
  '/akrx': { endpoint: api.acarsMessage.company, company: 'when-set' },
  '/acarsWithExtData': { endpoint: api.acarsMessage.withExtData },
  '/acarsWithExtDataCompany': { endpoint: api.acarsMessage.withExtDataCompany, company: 'when-set' },
  '/adsb': { endpoint: api.acarsMessage.adsb },
  '/adsbCompany': { endpoint: api.acarsMessage.adsbCompany, company: 'always' },
  '/faults': { endpoint: api.faults.list },
};
const scopeOf = ({ company: sent }: Answering, company: string): Readonly<Record<string, string>> =>
  sent === 'always' || (sent === 'when-set' && company !== '') ? { company } : {};

/** Stored objects or messages that are not read yet, or airports: an exact code of one would be the first result. null = nothing. */
type Missing = 'index' | 'airports' | 'unreachedAirports' | null;
const missingTexts = {
  index: 'Loading the index of this device …',
  airports: 'Loading the airports …',
  unreachedAirports: 'No airports are on this device yet.',
} as const;

type Steady = { readonly typed: string; readonly entries: DeviceEntries; readonly index: MessageIndex | null };

/** Newer entries replace those of a typed text only if these had nothing of the server: rows do not move under the user. */
function useSteadyIndex(typed: string, { lists }: MessageLists): Steady & { readonly missing: Missing } {
  const entries = useValue(deviceEntries);
  const { index } = useValue(deviceMessages);
  const [steady, setSteady] = useState<Steady>({ typed, entries, index });
  const [isReading, setReading] = useState(true);
  const [airports, setAirports] = useState<Missing>('airports');
  useEffect(() => {
    let isGone = false;
    const airportsRead = refreshAirports();
    if (airportsRead === null) setAirports(null);
    void airportsRead?.then(() => isGone || setAirports('unreachedAirports'));
    const messages = followMessages(lists);
    void Promise.all([refreshDevice(), messages.first]).finally(() => isGone || setReading(false));
    return () => {
      isGone = true;
      messages.stop();
    };
  }, [lists]);
  const isNewText = steady.typed !== typed;
  const hasObjects = steady.entries.asOf !== null && steady.entries.hasAirports;
  const isFirst = { entries: !hasObjects, index: steady.index === null || steady.index.size === 0 };
  const next: Steady = {
    typed,
    entries: isNewText || typed === '' || isFirst.entries ? entries : steady.entries,
    index: isNewText || typed === '' || isFirst.index ? index : steady.index,
  };
  if (isNewText || next.entries !== steady.entries || next.index !== steady.index) setSteady(next);
  const isIndexMissing = isReading && (next.entries.asOf === null || next.index === null);
  return { ...next, missing: isIndexMissing ? 'index' : next.entries.hasAirports ? null : airports };
}
