/** Above the list: states, ATA chapters and frequent filters with their counts, and the signs of the strip. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useId } from 'react';
import { faultStates } from '../../../contract/entities/faults.ts';
import { type FaultChange, faultCountsQuery, undoFaultChange, useFaultChanges } from '../../data/faults.ts';
import { counted, formatCount, oneLine } from '../../lib/format.ts';
import { useListModel } from '../../list/list-model.ts';
import { movingWindow, search, withoutFilter } from '../../list/state/list-state.ts';
import { useListKeys } from '../../list/use-list-keys.ts';
import { stateIcons, stateWords } from '../../objects/faults/FaultStateBadge.tsx';
import { chapterName } from '../../objects/faults/ledger-view.ts';
import { faultsPath } from '../../objects/object-paths.ts';
import { LegStripLegend } from '../../ui/LegStrip.tsx';
import shared from '../../ui/shared.module.css';
import { ToggleChip } from '../../ui/ToggleChip.tsx';
import { WaitingChanges } from './FaultPanel.tsx';
import styles from './Faults.module.css';

/** Pressed = the rows are filtered by it. */
type Chip = {
  readonly param: string;
  readonly value: string;
  readonly word: string;
  readonly count: number | undefined;
};

export function FaultChips(): ReactElement {
  const { list, state, change, rows, openRows } = useListModel();
  const navigate = useNavigate();
  const edit = (what: 'state' | 'note') => (): void => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = rows[Number(focused ?? -1)] ?? openRows.shown ?? rows[0];
    const path = faultsPath(String(row?.tail ?? ''));
    if (row && path) void navigate({ to: path, search: { fault: row.identity, edit: what } as never });
  };
  useListKeys({ s: edit('state'), n: edit('note') });
  const window = movingWindow(list, state);
  const { start, end } = state.filters;
  const { data } = useQuery(
    faultCountsQuery(window?.hours ?? { ...(start ? { start } : {}), ...(end ? { end } : {}) }),
  );
  const counts = data?.value;
  const changes = useFaultChanges();
  const toggle = ({ param, value }: Pick<Chip, 'param' | 'value'>): void =>
    change(
      state.filters[param] === value || value === ''
        ? withoutFilter(list, state, [param])
        : search(list, state, { [param]: value }),
    );
  const button = (chip: Chip, icon?: ReactElement): ReactElement => (
    <ToggleChip
      key={`${chip.param} ${chip.value}`}
      isOn={state.filters[chip.param] === chip.value}
      onToggle={() => toggle(chip)}
      count={chip.count === undefined ? null : formatCount(chip.count)}
    >
      {icon}
      {chip.word}
    </ToggleChip>
  );
  return (
    <div className={styles.above}>
      {changes.length > 0 ? (
        <WaitingChanges changes={changes} onUndo={(one: FaultChange) => void undoFaultChange(one)} />
      ) : null}
      <div className={styles.chips}>
        {faultStates.map((value) => {
          const Icon = stateIcons[value];
          return button(
            { param: 'state', value, word: stateWords[value], count: counts?.states[value] },
            <Icon size={16} aria-hidden="true" />,
          );
        })}
        <i className={styles.divider} />
        {button({ param: 'legsMin', value: '3', word: '3 legs or more', count: counts?.threeLegs })}
        {button({ param: 'persistence', value: 'hard', word: 'Hard', count: counts?.hard })}
        {button({ param: 'what', value: 'warning', word: 'Warning', count: counts?.warnings })}
        {counts ? <span className={shared.dim}>{counted(counts.aircraft, 'aircraft', 'aircraft')}</span> : null}
        <Chapters
          chapters={counts?.chapters ?? []}
          selected={state.filters.chapter ?? ''}
          onSelect={(value) => toggle({ param: 'chapter', value })}
        />
      </div>
      <LegStripLegend />
    </div>
  );
}

type ChaptersProps = {
  readonly chapters: readonly { readonly chapter: string; readonly faults: number }[];
  readonly selected: string;
  /** '' = all. */
  readonly onSelect: (chapter: string) => void;
};

/** Bars from 1440 px on, below a menu: the same filter. */
function Chapters({ chapters, selected, onSelect }: ChaptersProps): ReactElement {
  const id = useId();
  const most = Math.max(1, ...chapters.map(({ faults }) => faults));
  return (
    <>
      <fieldset className={styles.bars}>
        <legend className="dl-hidden">ATA chapters</legend>
        {chapters.map(({ chapter, faults }) => (
          <button
            key={chapter}
            type="button"
            aria-pressed={selected.split(',').includes(chapter)}
            aria-label={`ATA ${chapter} ${chapterName(chapter)}, ${counted(faults, 'fault')}`}
            title={`${chapter} ${chapterName(chapter)}: ${faults}`}
            onClick={() => onSelect(chapter === selected ? '' : chapter)}
          >
            <i style={{ height: `${Math.max(2, Math.round((18 * faults) / most))}px` }} />
            {oneLine(chapter)}
          </button>
        ))}
      </fieldset>
      <label className={styles.chapterMenu} htmlFor={id}>
        ATA
        <select id={id} value={selected} onChange={(event) => onSelect(event.target.value)}>
          <option value="">All chapters</option>
          {selected.includes(',') ? <option value={selected}>{selected}</option> : null}
          {chapters.map(({ chapter, faults }) => (
            <option key={chapter} value={chapter}>{`${chapter} ${chapterName(chapter)} (${faults})`}</option>
          ))}
        </select>
      </label>
    </>
  );
}
