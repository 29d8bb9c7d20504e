import { type ChangeEvent, type ReactElement, useRef, useState } from 'react';
import type { Option, OptionSource } from '../../api/options.ts';
import { type OptionsState, useOptions } from '../../api/use-options.ts';
import { counted } from '../../lib/format.ts';
import { SuggestionInput } from '../../ui/SuggestionInput.tsx';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';

const maxHeightPx = 260;

/**
 * A text with suggestions from the server. Typed text is searched as it is, so it works offline, too.
 * A selected suggestion is a unit: Backspace clears it (EXT-12).
 */
export function TypeAheadInput(props: InputProps & { readonly sources: readonly OptionSource[] }): ReactElement {
  const { sources, text } = props;
  const [isOpen, setOpen] = useState(false);
  // An initial value was selected or applied before.
  const chosen = useRef(text);
  const state = useOptions(sources, text, isOpen);

  const choose = ({ value }: Option): void => {
    chosen.current = value;
    props.onText(value);
    setOpen(false);
  };
  // By input type, not by key: on-screen keyboards report no keys.
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const { inputType } = event.nativeEvent as InputEvent;
    const isWhole = inputType === 'deleteContentBackward' && text !== '' && text === chosen.current;
    chosen.current = '';
    props.onText(isWhole ? '' : event.target.value);
    setOpen(true);
  };
  const onBlur = (): void => {
    setOpen(false);
    props.onLeave();
  };
  const placeholder = props.placeholder ?? placeholderOf(sources);

  return (
    <SuggestionInput
      input={{ ...ownAttributes(props), ...asTyped, placeholder, onChange, onClick: () => setOpen(true), onBlur }}
      suggestions={state.options}
      words={wordsOf(state)}
      isOpen={isOpen}
      onOpen={setOpen}
      onChoose={choose}
      maxHeight={maxHeightPx}
    />
  );
}

function placeholderOf(sources: readonly OptionSource[]): string | undefined {
  const letters = Math.min(...sources.map((source) => source.fromLetters));
  return letters > 0 ? `Type ${letters} characters for suggestions` : undefined;
}

function wordsOf(state: OptionsState): string {
  switch (state.kind) {
    case 'nothing':
      return '';
    case 'asking':
      return 'Loading suggestions …';
    case 'failed':
      return state.sentence;
    case 'options':
      if (state.options.length === 0) return 'No suggestions. Your text is searched as typed.';
      return counted(state.options.length, 'suggestion');
  }
}
