import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { specTexts } from '../lib/spec-texts.ts';
import { useSecond } from '../lib/use-second.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './Chips.module.css';
import type { ListDefinition } from './define-list.ts';
import { type Chip, chipsOf, namesInWords, paramNamesOf } from './filter-fields.ts';
import type { FilterTexts } from './filter-text.ts';
import { type StoredWindow, shownWindow, windowName } from './time-window.ts';

type ChipsProps = {
  readonly list: ListDefinition;
  readonly applied: FilterTexts;
  /** That ends now. null = From or To is applied, or the list has none. */
  readonly window: { readonly hours: number } | null;
  /** Typed and not applied. '' = an applied filter would be removed. */
  readonly open: FilterTexts;
  readonly ignored: readonly string[];
  /** Of the stored copy, as far as its rows are complete. null while rows are live. */
  readonly storedWindow: StoredWindow | null;
  /** Some rows of the window are not stored. */
  readonly isIncomplete: boolean;
  readonly isSearched: boolean;
  readonly onRemove: (names: readonly string[]) => void;
  readonly onDiscard: (names: readonly string[]) => void;
  readonly onSearch: () => void;
  readonly onReset: () => void;
};

/** Applied filters, each with a cross. Pending ones are dashed. The default window while it moves. */
export function Chips(props: ChipsProps): ReactElement {
  const { list, applied, open } = props;
  const openChips = chipsOf(list, open);
  const goneOnly = Object.keys(open).length > 0 && openChips.length === 0;
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {props.window ? (
        <WindowChip window={props.window} stored={props.storedWindow} isIncomplete={props.isIncomplete} />
      ) : null}
      {chipsOf(list, applied).map((chip) => (
        <RemovableChip key={chip.field.id} chip={chip} onRemove={() => props.onRemove(paramNamesOf(chip.field))} />
      ))}
      <IgnoredNames list={list} ignored={props.ignored} />
      {openChips.map((chip) => (
        <span key={chip.field.id} className={styles.open}>
          {chip.field.label}, not applied yet <b dir="auto">{chip.text}</b>
          <button
            type="button"
            aria-label={`Discard ${chip.field.label} ${chip.text}`}
            onClick={() => props.onDiscard(paramNamesOf(chip.field))}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </span>
      ))}
      {goneOnly ? <span className={styles.open}>Cleared, not applied yet</span> : null}
      {Object.keys(open).length > 0 ? (
        <PlainButton look="filled" onClick={props.onSearch}>
          {specTexts.list.search}
        </PlainButton>
      ) : null}
      {props.isSearched || Object.keys(open).length > 0 ? (
        <PlainButton look="subtle" onClick={props.onReset}>
          {specTexts.list.reset}
        </PlainButton>
      ) : null}
    </div>
  );
}

/** Unknown parameters of the address. */
export function IgnoredNames(props: Pick<ChipsProps, 'list' | 'ignored'>): ReactElement | null {
  return props.ignored.length === 0 ? null : (
    <span className={styles.ignored} role="status">
      Ignored from the link: {namesInWords(props.list, props.ignored)}
    </span>
  );
}

function RemovableChip({ chip, onRemove }: { chip: Chip; onRemove: () => void }): ReactElement {
  return (
    <span className={styles.chip}>
      {chip.field.label} <b dir="auto">{chip.text}</b>
      <button type="button" aria-label={`Remove ${chip.field.label} ${chip.text}`} onClick={onRemove}>
        <IconX size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

type WindowProps = {
  readonly window: { readonly hours: number };
  readonly stored: StoredWindow | null;
  readonly isIncomplete: boolean;
};
/** TIME-06: moves every second without a request. Fixed for a stored copy. */
function WindowChip({ window, stored, isIncomplete }: WindowProps): ReactElement {
  const [from, to] = shownWindow(window, stored, useSecond());
  const isOneDay = from.slice(0, 10) === to.slice(0, 10);
  return (
    <span className={styles.window} data-testid="window">
      {stored ? `Stored${isIncomplete ? ' of ' : ': '}${windowName(window)}` : `Last ${windowName(window)}`}{' '}
      <b>
        <time dateTime={`${from.replace(' ', 'T')}Z`}>{from}</time> to{' '}
        <time dateTime={`${to.replace(' ', 'T')}Z`}>{isOneDay ? to.slice(11) : to}</time>
      </b>{' '}
      UTC
    </span>
  );
}
