import type { ReactElement } from 'react';
import { FindInput } from '../ui/FindInput.tsx';
import styles from './FilterPanel.module.css';

/** Filters the fields by name. Enter and arrow down move to the first match without a search. */
export function FilterFind(props: {
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onEnter: () => void;
}): ReactElement {
  const { words, onWords } = props;
  return (
    <FindInput
      className={styles.find}
      label="Find a field"
      words={words}
      onWords={onWords}
      data-autofocus
      // Esc clears the text first, then closes the panel.
      data-mantine-stop-propagation={words !== ''}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onWords('');
        if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        props.onEnter();
      }}
    >
      <kbd>/</kbd>
    </FindInput>
  );
}
