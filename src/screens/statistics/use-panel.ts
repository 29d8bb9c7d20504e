/** State of a search panel: inputs, and the query in the address. */
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { serverNow } from '../../api/send.ts';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { useSinglePress } from '../../lib/use-single-press.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import { writeRange } from '../../range/range.ts';
import { useRange } from '../../range/range-store.ts';
import { currentUserId, draftKey, readDraftTexts, useSavedDraft } from '../../session/typed-drafts.ts';
import {
  type PanelField,
  type PanelTexts,
  panelProblems,
  readCriteria,
  textsOfRange,
  typedTexts,
  usualTexts,
  wireTexts,
  writeCriteria,
} from './panel-criteria.ts';

type Search = Readonly<Record<string, unknown>>;
const noTexts = {};
export type Panel = {
  readonly texts: PanelTexts;
  /** Errors of fields that lost focus, or of all after a failed SEARCH. */
  readonly problems: Partial<Readonly<Record<PanelField, string>>>;
  /** null = no search yet: the prompt is shown. */
  readonly criteria: PanelTexts | null;
  readonly onText: (field: PanelField, text: string) => void;
  readonly onLeave: (field: PanelField) => void;
  /** 'same' = unchanged query, to be repeated. A field name = that field is invalid. null = the click is ignored. */
  readonly search: () => 'requested' | 'same' | PanelField | null;
  readonly reset: () => void;
};

/** `slot` = prefix of the panel's parameters in the address. */
export function usePanel(slot: string): Panel {
  const search = useSearch({ strict: false }) as Search;
  const writeAddress = useWriteAddress();
  const criteria = useMemo(() => readCriteria(slotSearch(search, slot)), [search, slot]);
  // C68: the station of the address is filled in.
  const station = typeof search.stationId === 'string' ? search.stationId : '';
  const { range } = useRange();
  const usual = (of: string): PanelTexts => (range ? textsOfRange(range, of) : usualTexts(serverNow(), of));
  const requested = JSON.stringify(criteria);
  const fresh = (): PanelTexts => (criteria ? typedTexts(criteria) : usual(station));
  const [storageKey] = useState(() => draftKey(currentUserId(), `panel ${slot}`, location.pathname));
  const [restored] = useState(() => readDraftTexts(storageKey));
  const isRestored = Object.keys(restored).length > 0;
  const [isTouched, setTouched] = useState(isRestored);
  const rangeKey = range ? writeRange(range) : '';
  const [draft, setDraft] = useState(() => ({ requested, rangeKey, texts: { ...fresh(), ...restored } }));
  // Another query in the address (back, link): the inputs follow. Untouched From and To follow the range.
  if (draft.requested !== requested) setDraft({ requested, rangeKey, texts: fresh() });
  else if (draft.rangeKey !== rangeKey) {
    const { from, to } = isTouched || criteria ? draft.texts : usual(station);
    setDraft({ requested, rangeKey, texts: { ...draft.texts, from, to } });
  }
  const [left, setLeft] = useState<ReadonlySet<PanelField>>(new Set());
  const [isTyped, setTyped] = useState(isRestored);
  const counts = useSinglePress();
  const { texts } = draft;
  useSavedDraft(storageKey, isTyped ? texts : noTexts);
  const problems = panelProblems(texts);

  const go = (next: PanelTexts | null): void => {
    writeAddress((now) => withSlot(now, slot, writeCriteria(next)), 'push');
  };
  return {
    texts,
    problems: Object.fromEntries(Object.entries(problems).filter(([field]) => left.has(field as PanelField))),
    criteria,
    onText: (field, text) => {
      setTyped(true);
      if (field === 'from' || field === 'to') setTouched(true);
      setDraft((old) => ({ ...old, texts: { ...old.texts, [field]: text } }));
    },
    onLeave: (field) => setLeft((old) => new Set(old).add(field)),
    search: () => {
      if (!counts(JSON.stringify(texts))) return null;
      const [wrong] = Object.keys(problems) as PanelField[];
      if (wrong) {
        setLeft(new Set(Object.keys(problems) as PanelField[]));
        return wrong;
      }
      // Untouched they mean 'the last two hours', however long the screen is open.
      const { from, to } = criteria || isTouched ? texts : usual('');
      const next = wireTexts({ ...texts, from, to });
      if (JSON.stringify(next) === requested) return 'same';
      setTyped(false);
      go(next);
      return 'requested';
    },
    reset: () => {
      setLeft(new Set());
      setTouched(false);
      setTyped(false);
      setDraft({ requested, rangeKey, texts: usual(station) });
      if (criteria) go(null);
    },
  };
}
