/** Kinds of messages above a list, each with the number that it would show: a filter of several at once. Own file: loaded after the first rows. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import type { KindCounts } from '../../../contract/entities/decoding.ts';
import { type MeaningKind, meaningKinds } from '../../../contract/entities/meaning.ts';
import { kindCountsQuery } from '../../data/kind-counts.ts';
import { formatCount } from '../../lib/format.ts';
import { useListModel } from '../../list/list-model.ts';
import { type ListState, withFilters } from '../../list/state/list-state.ts';
import { KindIcon } from '../../objects/KindIcon.tsx';
import { kindWords, notDecodedWords } from '../../objects/kind-words.ts';
import { PlainButton } from '../../ui/PlainButton.tsx';
import styles from './KindChips.module.css';

/** The others are behind a button, where the line is short. */
const rare: readonly MeaningKind[] = ['engine', 'load', 'freeText', 'link', 'other'];
const order = Object.keys(kindWords) as readonly MeaningKind[];

const chosenKinds = ({ filters }: Pick<ListState, 'filters'>): readonly MeaningKind[] => {
  const names = (filters.kind ?? '').split(',').map((name) => name.trim().toLowerCase());
  return meaningKinds.filter((kind) => names.includes(kind.toLowerCase()));
};

/** Of messages that all wait for the decoder no number is known. */
const hasNumbers = ({ counts, notDecoded, waiting }: KindCounts): boolean =>
  waiting === 0 || notDecoded > 0 || Object.values(counts).some((count) => count > 0);

export function KindChips(): ReactElement {
  const { list, state, data, extra, change, isNarrow } = useListModel();
  const { data: response } = useQuery(kindCountsQuery(list.endpoint, data.request, extra));
  const [isWhole, setWhole] = useState(false);
  const chosen = chosenKinds(state);
  const isNotDecoded = state.filters.decoded === 'none';
  const numbers = response && hasNumbers(response.value) ? response.value : undefined;
  const waiting = response?.value.waiting ?? 0;
  const show = (kinds: readonly MeaningKind[], decoded: string): void =>
    change(withFilters(list, state, { kind: kinds.join(','), decoded }));
  /** A text that nobody reads has no kind: one of both filters at a time. */
  const otherDecoded = isNotDecoded ? '' : (state.filters.decoded ?? '');
  const toggle = (kind: MeaningKind): void =>
    show(
      chosen.includes(kind)
        ? chosen.filter((one) => one !== kind)
        : order.filter((one) => one === kind || chosen.includes(one)),
      otherDecoded,
    );
  const isFolded = (kind: MeaningKind): boolean =>
    !isNarrow && !isWhole && rare.includes(kind) && !chosen.includes(kind);
  const folded = order.filter(isFolded).length;
  const suffix = numbers?.isCut ? '+' : '';
  const count = (number: number | undefined): ReactElement | null =>
    number === undefined ? null : (
      <span className={styles.count}>
        {formatCount(number)}
        {suffix}
      </span>
    );
  return (
    <fieldset className={styles.chips} aria-label="Kinds of messages">
      <PlainButton
        className={styles.chip}
        aria-pressed={chosen.length === 0 && !isNotDecoded}
        onClick={() => show([], otherDecoded)}
      >
        All kinds
      </PlainButton>
      {order.map((kind) =>
        isFolded(kind) ? null : (
          <PlainButton
            key={kind}
            className={styles.chip}
            data-none={numbers?.counts[kind] === 0 || undefined}
            aria-pressed={chosen.includes(kind)}
            onClick={() => toggle(kind)}
          >
            <KindIcon kind={kind} />
            {kindWords[kind]}
            {count(numbers?.counts[kind])}
          </PlainButton>
        ),
      )}
      <span className={styles.last}>
        <PlainButton
          className={styles.chip}
          data-none={numbers?.notDecoded === 0 || undefined}
          aria-pressed={isNotDecoded}
          onClick={() => show([], isNotDecoded ? '' : 'none')}
        >
          <KindIcon kind="notDecoded" />
          {notDecodedWords}
          {count(numbers?.notDecoded)}
        </PlainButton>
        {folded === 0 ? null : (
          <PlainButton className={styles.chip} onClick={() => setWhole(true)}>
            {folded} more
          </PlainButton>
        )}
      </span>
      {waiting > 0 ? <span className={styles.waiting}>{formatCount(waiting)} not decoded yet</span> : null}
    </fieldset>
  );
}
