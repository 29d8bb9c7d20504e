/** Ctrl K: everything on the device by keyboard, of one height. Results of the server are added below. */
import { IconDeviceLaptop, IconSearch, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { addRecent } from '../find/recent.ts';
import { counted } from '../lib/format.ts';
import { utcMoment } from '../lib/time.ts';
import { WatchButton } from '../objects/WatchButton.tsx';
import { PlainButton } from '../ui/PlainButton.tsx';
import { useModal } from '../ui/use-modal.ts';
import styles from './GoToDialog.module.css';
import { GoToSection } from './GoToSection.tsx';
import type { Row } from './go-to.ts';
import type { ActionName } from './go-to-index.ts';
import type { Target } from './go-to-targets.ts';
import { useGoToActions } from './use-go-to-actions.ts';
import { useGoToSections } from './use-go-to-sections.ts';

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
  const { sections, asOf, now } = useGoToSections(audience, typed, Object.keys(run) as ActionName[]);
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
