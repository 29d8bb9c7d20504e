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
import { dayMs } from '../../contract/durations.ts';
import type { ListEndpoint } from '../../contract/endpoint.ts';
import { objectsQuery } from '../data/find-objects.ts';
import { listQuery } from '../data/list-resource.ts';
import { useNow } from '../data/use-now.ts';
import { type DeviceEntries, deviceEntries, refreshDevice } from '../find/device-entries.ts';
import { addRecent, recents } from '../find/recent.ts';
import { counted, formatCount } from '../lib/format.ts';
import { utcMoment } from '../lib/time.ts';
import { defaultPageSize } from '../list/define-list.ts';
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
import {
  type Answer,
  answerOf,
  matchesFor,
  type Row,
  type Section,
  type Sources,
  sectionsOf,
  withFact,
  withLate,
} from './go-to.ts';
import type { ActionName } from './go-to-index.ts';
import { readWords, type Target } from './go-to-targets.ts';
import { useInstall } from './install.ts';
import { MenuIcon } from './MenuIcon.tsx';

/** Screen readers announce the count when the user pauses. */
const announceAfterMs = 300;

type Props = { audience: Audience; onClose(): void; onKeys(): void };

export default function GoToDialog({ audience, onClose, onKeys }: Props): ReactElement {
  const [typed, setTyped] = useState('');
  /** Stays on the same result when more arrive. null = the first. */
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const modal = useModal(onClose, onClose);
  const run = useGoToActions(onKeys);
  const { sections, pills, asOf, now } = useGoToSections(audience, typed, Object.keys(run) as ActionName[]);
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
    if (target.to === undefined) run[target.action]?.();
    else void navigate({ to: target.to, search: target.search ?? {} });
  };
  const move = (by: number): void => setChosen(rows[(at + by + rows.length) % Math.max(1, rows.length)]?.key ?? null);
  const press = (event: KeyboardEvent): void => {
    const target = selected && targetOfKey(event, selected);
    if (event.key === 'ArrowDown') move(1);
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
            aria-label="Go to an aircraft, flight, airport, station, label, screen or action"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={optionId(selected)}
            placeholder="Aircraft, flight, airport, station, label, screen or action"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            autoFocus
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(null);
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
        {rows.length === 0 ? (
          <p className={styles.none} role="status">
            No results.
          </p>
        ) : null}
        <Announced text={typed.trim() === '' || rows.length === 0 ? '' : counted(rows.length, 'result')} />
        <div className={styles.foot}>
          {selected?.watchable ? <WatchButton object={selected.watchable} name={selected.label} /> : null}
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
      <div className={styles.heading} aria-hidden="true">
        {title}
      </div>
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
          <MenuIcon name={row.icon} />
          <span className={styles.text}>
            <strong className={sharedStyles.strong}>{row.label}</strong> <span className={styles.note}>{row.note}</span>
          </span>
          <span className={styles.fact}>{row.fact}</span>
        </div>
      ))}
    </div>
  );
}

/** The button of a list that exports what it shows. */
const exportButton = (): HTMLElement | null => document.querySelector('[data-export-opener]:not(:disabled)');

/** Actions available on this device and screen. */
function useGoToActions(onKeys: () => void): Partial<Record<ActionName, () => void>> {
  const install = useInstall();
  return {
    dark: () => setAppearance({ scheme: 'dark' }),
    light: () => setAppearance({ scheme: 'light' }),
    system: () => setAppearance({ scheme: 'auto' }),
    moreContrast: () => setAppearance({ contrast: 'more' }),
    normalContrast: () => setAppearance({ contrast: 'normal' }),
    ...(document.fullscreenEnabled ? { fullScreen: toggleFullScreen } : {}),
    ...(exportButton() ? { export: () => exportButton()?.click() } : {}),
    keys: onKeys,
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
  /** Epoch ms of the server. null = nothing of the server is on the device. */
  readonly asOf: number | null;
  readonly now: number;
};

function useGoToSections(audience: Audience, typed: string, actionNames: readonly ActionName[]): GoToSections {
  const entries = useSteadyEntries(typed);
  const now = useNow(1000);
  const watched = useWatched();
  const units = useUnits();
  const recent = useValue(recents);
  const names = actionNames.join(' ');
  const sources = useMemo(
    () => ({ ...entries, units, watched, recents: recent, actionNames: names.split(' ') as ActionName[] }),
    [entries, units, watched, recent, names],
  );
  const matches = useMemo(() => matchesFor(audience, typed, sources), [audience, typed, sources]);
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
  const objects = useQuery(objectsQuery(audience, readWords(settled).word));
  const late = settled === typed ? objects.data : undefined;
  const { answer, fact } = useAnswer(audience, typed, settled === typed, { groups: entries.groups, now });
  const withCount = useMemo(() => withFact(sections, fact), [sections, fact]);
  return {
    sections: useMemo(() => withLate(audience, withCount, late ?? []), [audience, withCount, late]),
    pills: answer?.pills ?? [],
    asOf: entries.asOf,
    now,
  };
}

/** The question, and how many messages answer it: of the first page of its list, which is stored for use without a network. */
function useAnswer(
  audience: Audience,
  typed: string,
  isSettled: boolean,
  { groups, now }: Pick<Sources, 'groups' | 'now'>,
): { readonly answer: Answer | null; readonly fact: string } {
  const today = now - (now % dayMs);
  const answer = useMemo(() => answerOf(audience, typed, { groups, now: today }), [audience, typed, groups, today]);
  const session = useSession();
  const company = session.kind === 'in' ? (session.session.company?.trim() ?? '') : '';
  const list = answer && lists[answer.target.to];
  const { data, isError } = useQuery({
    ...listQuery(
      list?.endpoint ?? api.acarsMessage.allUsers,
      {
        filters: answer?.filters ?? {},
        window: answer?.lastHours ? { hours: answer.lastHours } : null,
        sort: null,
        offset: 0,
        limit: defaultPageSize,
      },
      list?.isOfCompany && company !== '' ? { company } : {},
    ),
    enabled: answer !== null && list !== undefined && isSettled,
    meta: { isQuiet: true },
  });
  if (!answer || isError) return { answer, fact: '' };
  return { answer, fact: data ? `${formatCount(data.count)}${data.source === 'stored' ? ' stored' : ''}` : '…' };
}

/** The lists that answer, by path. */
const lists: Readonly<Record<string, { readonly endpoint: ListEndpoint; readonly isOfCompany?: true }>> = {
  '/akrxAll': { endpoint: api.acarsMessage.allUsers },
  '/akrx': { endpoint: api.acarsMessage.company, isOfCompany: true },
  '/acarsWithExtData': { endpoint: api.acarsMessage.withExtData },
  '/acarsWithExtDataCompany': { endpoint: api.acarsMessage.withExtDataCompany, isOfCompany: true },
};

/** Newer entries replace those of a typed text only if these had nothing of the server: rows do not move under the user. */
function useSteadyEntries(typed: string): DeviceEntries {
  const latest = useValue(deviceEntries);
  const [steady, setSteady] = useState({ typed, entries: latest });
  useEffect(refreshDevice, []);
  const isNewText = steady.typed !== typed;
  const isFirst = steady.entries.asOf === null || !steady.entries.hasAirports;
  if (steady.entries !== latest && (isNewText || typed === '' || isFirst)) {
    const next = { typed, entries: latest };
    setSteady(next);
    return next.entries;
  }
  if (isNewText) setSteady({ typed, entries: steady.entries });
  return steady.entries;
}
