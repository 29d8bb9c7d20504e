/** Text input with suggestions below it. The list is not in a portal: behind a modal dialog it would be unreachable. */
import { Combobox, useCombobox } from '@mantine/core';
import { type ComponentProps, type ReactElement, useEffect, useId, useState } from 'react';
import styles from './SuggestionInput.module.css';

export type Suggestion = { readonly value: string; readonly hint: string };

export function SuggestionInput(props: {
  readonly input: ComponentProps<'input'>;
  readonly suggestions: readonly Suggestion[];
  /** Announced, and shown without suggestions. Empty = nothing is shown. */
  readonly words: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChoose: (suggestion: Suggestion) => void;
  /** px */
  readonly maxHeight: number;
}): ReactElement {
  const { suggestions, words, isOpen, onOpen } = props;
  const [activeAt, setActiveAt] = useState(-1);
  const listId = useId();
  const isShown = isOpen && words !== '';
  const store = useCombobox({ opened: isShown, onOpenedChange: onOpen });
  const { resetSelectedOption, getSelectedOptionIndex } = store;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter never chooses from a list that has changed
  useEffect(() => {
    resetSelectedOption();
    setActiveAt(-1);
  }, [suggestions, isShown, resetSelectedOption]);
  const isList = isShown && suggestions.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reads what the input's keys have selected
    <span className={styles.box} onKeyDown={() => setActiveAt(getSelectedOptionIndex())}>
      <Combobox store={store} withinPortal={false} keepMounted={false} offset={2}>
        <Combobox.Target withAriaAttributes={false}>
          <input
            {...props.input}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isList}
            aria-controls={isList ? listId : undefined}
            aria-activedescendant={isList && activeAt >= 0 ? `${listId}-${activeAt}` : undefined}
            // Esc closes the suggestions first, then the panel around them.
            data-mantine-stop-propagation={isShown || undefined}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          {isList ? (
            <Combobox.Options id={listId} aria-label="Suggestions" className={styles.list} mah={props.maxHeight}>
              {suggestions.map((suggestion, at) => (
                <Combobox.Option
                  key={`${suggestion.value}\n${suggestion.hint}`}
                  id={`${listId}-${at}`}
                  value={suggestion.value}
                  aria-selected={at === activeAt}
                  className={styles.option}
                  onClick={() => props.onChoose(suggestion)}
                >
                  <span dir="auto">{suggestion.value}</span>
                  {suggestion.hint ? <span className={styles.hint}>{suggestion.hint}</span> : null}
                </Combobox.Option>
              ))}
            </Combobox.Options>
          ) : (
            <p className={styles.words} aria-hidden="true">
              {words}
            </p>
          )}
        </Combobox.Dropdown>
      </Combobox>
      <span className="dl-hidden" aria-live="polite">
        {words}
      </span>
    </span>
  );
}
