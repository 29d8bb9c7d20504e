import { IconSearch } from '@tabler/icons-react';
import type { ReactElement } from 'react';
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
    <div className={styles.find}>
      <IconSearch size={16} aria-hidden="true" />
      <input
        data-autofocus
        // Escape first takes the words away; only then it closes the panel.
        data-mantine-stop-propagation={words !== ''}
        type="search"
        aria-label={name}
        placeholder={name}
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onWords('');
          if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          props.onEnter();
        }}
      />
      <kbd>/</kbd>
    </div>
  );
}
