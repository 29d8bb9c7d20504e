import type { ReactElement } from 'react';
import { FindInput } from '../ui/FindInput.tsx';
import styles from './FilterPanel.module.css';

/** Narrows the panel to the fields with these words in their name. Enter and the arrow down lead to the first of them, and search nothing. */
export function FilterFind(props: {
  readonly fieldCount: number;
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly onEnter: () => void;
}): ReactElement {
  const { words, onWords } = props;
  const name = `Find one of ${props.fieldCount} fields`;
  return (
    <FindInput
      className={styles.find}
      label={name}
      words={words}
      onWords={onWords}
      data-autofocus
      // Escape first takes the words away; only then it closes the panel.
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
