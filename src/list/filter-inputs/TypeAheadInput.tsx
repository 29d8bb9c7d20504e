import { type ChangeEvent, type ReactElement, useId, useRef } from 'react';
import type { Option, OptionSource } from '../../api/options.ts';
import { type OptionsState, useOptions } from '../../api/use-options.ts';
import { Suggestions, suggestionsBox } from '../../ui/Suggestions.tsx';
import { useSuggestions } from '../../ui/use-suggestions.ts';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';

/**
 * A text with suggestions from the server. What is typed counts as it stands, so that it can be searched without a network, too;
 * a suggestion that was chosen is one whole: Backspace takes it away (EXT-12).
 */
export function TypeAheadInput(props: InputProps & { readonly sources: readonly OptionSource[] }): ReactElement {
  const { sources, text } = props;
  const keys = useSuggestions();
  // What stands there from the start was chosen or applied before.
  const chosen = useRef(text);
  const listId = useId();
  const state = useOptions(sources, text, keys.isOpen);
  const options = state.kind === 'options' ? state.options : [];

  const choose = (option: Option | undefined): void => {
    if (!option) return;
    chosen.current = option.value;
    props.onText(option.value);
    keys.close();
  };
  // By what was done and not by the key: a keyboard on glass names no keys.
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { inputType } = event.nativeEvent as InputEvent;
    const isWhole = inputType === 'deleteContentBackward' && text !== '' && text === chosen.current;
    chosen.current = '';
    props.onText(isWhole ? '' : event.target.value);
    keys.open();
  };

  return (
    <span className={suggestionsBox}>
      <input
        {...ownAttributes(props)}
        {...asTyped}
        role="combobox"
        placeholder={props.placeholder ?? placeholderOf(sources)}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={options[keys.activeAt] ? `${listId}-${keys.activeAt}` : undefined}
        // Escape closes the suggestions first and the panel around them next.
        data-mantine-stop-propagation={state.kind === 'nothing' ? undefined : 'true'}
        onChange={onChange}
        onKeyDown={(event) => keys.onKeyDown(event, options.length, (at) => choose(options[at]))}
        onClick={keys.open}
        onBlur={() => {
          keys.close();
          props.onLeave();
        }}
      />
      <span className="dl-hidden" aria-live="polite">
        {wordsOf(state)}
      </span>
      {state.kind === 'nothing' ? null : (
        <Suggestions
          listId={listId}
          suggestions={options.map(({ value, hint }) => ({ key: `${value}\n${hint}`, text: value, hint }))}
          words={wordsOf(state)}
          activeAt={keys.activeAt}
          onChoose={(at) => choose(options[at])}
        />
      )}
    </span>
  );
}

function placeholderOf(sources: readonly OptionSource[]): string | undefined {
  const letters = Math.min(...sources.map((source) => source.fromLetters));
  return letters > 0 ? `${letters} letters bring suggestions` : undefined;
}

function wordsOf(state: OptionsState): string {
  switch (state.kind) {
    case 'nothing':
      return '';
    case 'asking':
      return 'Looking for suggestions …';
    case 'failed':
      return state.sentence;
    case 'options':
      if (state.options.length === 0) return 'No suggestions. What you type is searched as it is.';
      return `${state.options.length} ${state.options.length === 1 ? 'suggestion' : 'suggestions'}`;
  }
}
