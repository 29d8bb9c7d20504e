/**
 * One search panel of /statistics: what is typed, what was asked (it stands in the address), SEARCH and RESET.
 * Must not: ask the server, or draw.
 */
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { serverNow } from '../../api/send.ts';
import { slotSearch, withSlot } from '../../lib/address-slot.ts';
import { useSinglePress } from '../../lib/use-single-press.ts';
import { useWriteAddress } from '../../lib/use-write-address.ts';
import {
  type PanelField,
  type PanelTexts,
  panelProblems,
  readQuestion,
  typedTexts,
  usualTexts,
  wireTexts,
  writeQuestion,
} from './panel-question.ts';

type Search = Readonly<Record<string, unknown>>;
export type Panel = {
  readonly texts: PanelTexts;
  /** Of fields that were left, or of all after a SEARCH that could not go. */
  readonly problems: Partial<Readonly<Record<PanelField, string>>>;
  /** null = nothing was asked yet: the prompt stands. */
  readonly question: PanelTexts | null;
  readonly onText: (field: PanelField, text: string) => void;
  readonly onLeave: (field: PanelField) => void;
  /** 'same' = what is asked already: it is to be asked again. A field's name = this one is wrong. null = the press does not count. */
  readonly search: () => 'asked' | 'same' | PanelField | null;
  readonly reset: () => void;
};

/** `slot` = the panel's names in the address begin with it. */
export function usePanel(slot: string): Panel {
  const search = useSearch({ strict: false }) as Search;
  const writeAddress = useWriteAddress();
  const question = useMemo(() => readQuestion(slotSearch(search, slot)), [search, slot]);
  // C68: who comes for one station finds it filled in.
  const station = typeof search.stationId === 'string' ? search.stationId : '';
  const key = JSON.stringify(question);
  const fresh = (): PanelTexts => (question ? typedTexts(question) : usualTexts(serverNow(), station));
  const [draft, setDraft] = useState(() => ({ key, texts: fresh() }));
  // Another question in the address (back, a link): the inputs follow it.
  if (draft.key !== key) setDraft({ key, texts: fresh() });
  const [left, setLeft] = useState<ReadonlySet<PanelField>>(new Set());
  const [isTouched, setTouched] = useState(false);
  const counts = useSinglePress();
  const { texts } = draft;
  const problems = panelProblems(texts);

  const go = (next: PanelTexts | null): void => {
    writeAddress((now) => withSlot(now, slot, writeQuestion(next)), 'push');
  };
  return {
    texts,
    problems: Object.fromEntries(Object.entries(problems).filter(([field]) => left.has(field as PanelField))),
    question,
    onText: (field, text) => {
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
      // Untouched they mean 'the last two hours', also when the screen was opened some time ago.
      const { from, to } = question || isTouched ? texts : usualTexts(serverNow(), '');
      const asked = wireTexts({ ...texts, from, to });
      if (JSON.stringify(asked) === key) return 'same';
      go(asked);
      return 'asked';
    },
    reset: () => {
      setLeft(new Set());
      setTouched(false);
      setDraft({ key, texts: usualTexts(serverNow(), station) });
      if (question) go(null);
    },
  };
}
