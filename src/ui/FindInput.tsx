import { IconSearch } from '@tabler/icons-react';
import clsx from 'clsx';
import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import styles from './FindInput.module.css';

type Own = {
  readonly label: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** Class of the container. */
  readonly className?: string | undefined;
  /** At the end, such as a shortcut. */
  readonly children?: ReactNode;
};

/** Other props go to the input. The label is also the default placeholder. */
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
