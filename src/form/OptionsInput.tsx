/** Input with suggestions of the server (STN-02, STN-03). A failed search is only logged. */
import { type ReactElement, useEffect, useState } from 'react';
import type { OptionSource } from '../api/options.ts';
import { useOptions } from '../api/use-options.ts';
import { SuggestionInput } from '../ui/SuggestionInput.tsx';
import type { FieldRowProps, SharedInput } from './field-row-props.ts';

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
  const [isOpen, setOpen] = useState(false);
  const state = useOptions(sources, text, isOpen);
  const failure = state.kind === 'failed' ? state.sentence : null;
  useEffect(() => {
    if (failure !== null) console.warn(`${field.label}: ${failure}`);
  }, [failure, field.label]);
  return (
    <SuggestionInput
      input={{
        ...shared,
        type: 'text',
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
        placeholder: field.placeholder,
        onChange: (event) => {
          onText(event.target.value);
          setOpen(true);
        },
        onBlur: () => {
          setOpen(false);
          onLeave?.();
        },
      }}
      suggestions={state.options}
      words={state.kind === 'asking' ? 'Searching …' : state.kind === 'options' ? wordsOf(state.options.length) : ''}
      isOpen={isOpen}
      onOpen={setOpen}
      onChoose={({ value }) => {
        onText(value);
        setOpen(false);
      }}
      maxHeight={maxHeightPx}
    />
  );
}

function wordsOf(count: number): string {
  if (count === 0) return 'No users found.';
  return `${count} found`;
}
