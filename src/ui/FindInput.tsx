/**
 * The input that narrows what is shown below it, with its magnifying glass. Must not: search.
 */
import { IconSearch } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import styles from './FindInput.module.css';

type Own = {
  readonly label: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** Where it stands. */
  readonly className?: string | undefined;
  /** At its end, such as its key. */
  readonly children?: ReactNode;
};

/** Everything else is of the input. The label is the placeholder, too, where nothing else is given. */
export function FindInput(props: Own & Omit<ComponentPropsWithRef<'input'>, keyof Own>): ReactElement {
  const { label, words, onWords, className, children, ...input } = props;
  return (
    <div className={clsx(styles.find, className)}>
      <IconSearch size={18} aria-hidden="true" />
      <input
        placeholder={label}
        {...input}
        type="search"
        aria-label={label}
        value={words}
        onChange={(event) => onWords(event.target.value)}
      />
      {children}
    </div>
  );
}
