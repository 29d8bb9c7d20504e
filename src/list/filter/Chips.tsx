import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { specTexts } from '../../lib/spec-texts.ts';
import { useSecond } from '../../lib/use-second.ts';
import { NotifyLink } from '../../objects/rules/NotifyLink.tsx';
import { PlainButton } from '../../ui/PlainButton.tsx';
import { useListModel } from '../list-model.ts';
import { windowNames } from '../state/list-state.ts';
import { type StoredWindow, shownWindow, storedWindow, windowName } from '../state/time-window.ts';
import styles from './Chips.module.css';
import { type Chip, chipsOf, namesInWords, paramNamesOf } from './filter-fields.ts';

/** Applied filters, each with a cross. Pending ones are dashed. The default window while it moves. */
export function Chips(): ReactElement {
  const { list, state, data, typed, paging, search, reset } = useListModel();
  const { open } = typed;
  const { window } = data.request;
  const openChips = chipsOf(list, open);
  const goneOnly = Object.keys(open).length > 0 && openChips.length === 0;
  const chips = [
    ...chipsOf(list, state.filters).map((chip) => (
      <RemovableChip key={chip.field.id} chip={chip} onRemove={() => typed.remove(paramNamesOf(chip.field))} />
    )),
    ...openChips.map((chip) => (
      <span key={`open ${chip.field.id}`} className={styles.open}>
        {chip.field.label}, not applied yet <b dir="auto">{chip.text}</b>
        <button
          type="button"
          aria-label={`Discard ${chip.field.label} ${chip.text}`}
          onClick={() => typed.discard(paramNamesOf(chip.field))}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      </span>
    )),
  ];
  return (
    <div className={styles.chips} role="group" aria-label="Filters">
      {window ? (
        <WindowChip window={window} stored={storedWindow(data.page)} isIncomplete={paging.isIncomplete} />
      ) : null}
      <IgnoredNames />
      {chips.slice(0, -1)}
      <span className={styles.last}>
        {chips.at(-1)}
        {goneOnly ? <span className={styles.open}>Cleared, not applied yet</span> : null}
        <NotifyAboutThese className={styles.notify} />
        {Object.keys(open).length > 0 ? (
          <PlainButton look="filled" onClick={search}>
            {specTexts.list.search}
          </PlainButton>
        ) : null}
        {state.isSearched || Object.keys(open).length > 0 ? (
          <PlainButton look="subtle" onClick={reset}>
            {specTexts.list.reset}
          </PlainButton>
        ) : null}
      </span>
    </div>
  );
}

/** A rule with the applied filter. Not for a window of time alone: a rule is about what is received from now on. */
export function NotifyAboutThese({ className }: { className?: string | undefined }): ReactElement | null {
  const { list, state } = useListModel();
  const windows = windowNames(list);
  if (!list.canNotify || Object.keys(state.filters).every((name) => windows.includes(name))) return null;
  return (
    <NotifyLink search={state.filters} className={className} name="Notify me about these">
      Notify me
    </NotifyLink>
  );
}

/** Unknown parameters of the address. */
export function IgnoredNames(): ReactElement | null {
  const { list, ignored } = useListModel();
  return ignored.length === 0 ? null : (
    <span className={styles.ignored} role="status">
      Ignored from the link: {namesInWords(list, ignored)}
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
      {stored ? `${isIncomplete ? 'Stored in part' : 'Stored'}: ${windowName(window)}` : `Last ${windowName(window)}`}{' '}
      <b>
        <time dateTime={`${from.replace(' ', 'T')}Z`}>{from}</time> to{' '}
        <time dateTime={`${to.replace(' ', 'T')}Z`}>{isOneDay ? to.slice(11) : to}</time>
      </b>{' '}
      UTC
    </span>
  );
}
