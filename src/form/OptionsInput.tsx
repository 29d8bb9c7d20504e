/**
 * A field whose value the server offers while one types (STN-02, STN-03). What was chosen stands there whole; whether typed text is one of them
 * is the form's rule. A failed search is logged, nothing more.
 * Must not: show an answer to other letters than those that stand there.
 */
import { type ReactElement, useEffect, useId } from 'react';
import type { OptionSource } from '../api/options.ts';
import { useOptions } from '../api/use-options.ts';
import { Suggestions, suggestionsBox } from '../ui/Suggestions.tsx';
import { useSuggestions } from '../ui/use-suggestions.ts';
import type { FieldRowProps, SharedInput } from './FormFieldRow.tsx';

/** STN-03. */
const maxHeightPx = 200;

export function OptionsInput({
  field,
  text,
  onText,
  onLeave,
  sources,
  shared,
}: FieldRowProps & { readonly sources: readonly OptionSource[]; readonly shared: SharedInput }): ReactElement {
  const keys = useSuggestions();
  const listId = useId();
  const state = useOptions(sources, text, keys.isOpen);
  const failure = state.kind === 'failed' ? state.sentence : null;
  useEffect(() => {
    if (failure !== null) console.warn(`${field.label}: ${failure}`);
  }, [failure, field.label]);
  const options = state.kind === 'options' ? state.options : [];
  const words = state.kind === 'asking' ? 'Looking …' : state.kind === 'options' ? wordsOf(options.length) : '';
  const choose = (at: number): void => {
    const option = options[at];
    if (!option) return;
    onText(option.value);
    keys.close();
  };
  return (
    <span className={suggestionsBox}>
      <input
        {...shared}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        role="combobox"
        placeholder={field.placeholder}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={options[keys.activeAt] ? `${listId}-${keys.activeAt}` : undefined}
        onChange={(event) => {
          onText(event.target.value);
          keys.open();
        }}
        onKeyDown={(event) => keys.onKeyDown(event, options.length, choose)}
        onBlur={() => {
          keys.close();
          onLeave?.();
        }}
      />
      <span className="dl-hidden" aria-live="polite">
        {words}
      </span>
      {state.kind === 'nothing' || state.kind === 'failed' ? null : (
        <Suggestions
          listId={listId}
          suggestions={options.map(({ value, hint }) => ({ key: `${value}\n${hint}`, text: value, hint }))}
          words={words}
          activeAt={keys.activeAt}
          onChoose={choose}
          maxHeight={maxHeightPx}
        />
      )}
    </span>
  );
}

function wordsOf(count: number): string {
  if (count === 0) return 'Nobody found.';
  return `${count} found`;
}
