import { type ChangeEvent, type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Option, OptionSource } from '../../api/options.ts';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';
import styles from './TypeAheadInput.module.css';
import { type OptionsState, useOptions } from './use-options.ts';

/**
 * A text with suggestions from the server. What is typed counts as it stands, so that it can be searched without a network, too;
 * a suggestion that was chosen is one whole: Backspace takes it away (EXT-12).
 */
export function TypeAheadInput(props: InputProps & { readonly sources: readonly OptionSource[] }): ReactElement {
  const { sources, text } = props;
  const [isOpen, setOpen] = useState(false);
  const [activeAt, setActiveAt] = useState(-1);
  // What stands there from the start was chosen or applied before.
  const chosen = useRef(text);
  const listId = useId();
  const state = useOptions(sources, text, isOpen);
  const options = state.kind === 'options' ? state.options : [];
  const active = options[activeAt];

  const close = (): void => {
    setOpen(false);
    setActiveAt(-1);
  };
  const open = (): void => {
    setOpen(true);
    setActiveAt(-1);
  };
  const choose = (option: Option): void => {
    chosen.current = option.value;
    props.onText(option.value);
    close();
  };
  // By what was done and not by the key: a keyboard on glass names no keys.
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { inputType } = event.nativeEvent as InputEvent;
    const isWhole = inputType === 'deleteContentBackward' && text !== '' && text === chosen.current;
    chosen.current = '';
    props.onText(isWhole ? '' : event.target.value);
    open();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      if (isOpen) setActiveAt(stepped(activeAt, step, options.length));
      else open();
    } else if (event.key === 'Enter' && active) {
      event.preventDefault(); // else it is SEARCH
      choose(active);
    } else if (event.key === 'Escape') close();
  };

  return (
    <span className={styles.box}>
      <input
        {...ownAttributes(props)}
        {...asTyped}
        role="combobox"
        placeholder={props.placeholder ?? placeholderOf(sources)}
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={options.length > 0 ? listId : undefined}
        aria-activedescendant={active ? `${listId}-${activeAt}` : undefined}
        // Escape closes the suggestions first and the panel around them next.
        data-mantine-stop-propagation={state.kind === 'nothing' ? undefined : 'true'}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onClick={open}
        onBlur={() => {
          close();
          props.onLeave();
        }}
      />
      <span className="dl-hidden" aria-live="polite">
        {wordsOf(state)}
      </span>
      {state.kind === 'nothing' ? null : (
        <Suggestions state={state} listId={listId} activeAt={activeAt} onChoose={choose} />
      )}
    </span>
  );
}

/** Down from the last is the first, up from the first or from none is the last. */
function stepped(at: number, step: number, count: number): number {
  if (count === 0) return -1;
  if (at < 0) return step > 0 ? 0 : count - 1;
  return (at + step + count) % count;
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

type SuggestionsProps = {
  readonly state: OptionsState;
  readonly listId: string;
  readonly activeAt: number;
  readonly onChoose: (option: Option) => void;
};

/** Below the input, within the panel: what stands outside of a dialog is lost to those who are in it. */
function Suggestions({ state, listId, activeAt, onChoose }: SuggestionsProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever its height may have changed
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [state.kind]);
  useEffect(() => {
    box.current?.querySelector(`[id="${listId}-${activeAt}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeAt]);
  if (state.kind !== 'options' || state.options.length === 0)
    return (
      <div ref={box} className={styles.drop} aria-hidden="true">
        <p className={styles.words}>{wordsOf(state)}</p>
      </div>
    );
  return (
    <div ref={box} className={styles.drop}>
      <div id={listId} className={styles.list} role="listbox" aria-label="Suggestions">
        {state.options.map((option, at) => (
          // The focus stays in the input, which has the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see there
          <div
            key={`${option.value}\n${option.hint}`}
            id={`${listId}-${at}`}
            className={styles.option}
            role="option"
            aria-selected={at === activeAt}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <span dir="auto">{option.value}</span>
            {option.hint ? <span className={styles.hint}>{option.hint}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
