/**
 * The suggestions below an input, or words in their place. They stand within the panel or form of the input: what stands outside of a dialog is
 * lost to those who are in it. Must not: take the focus, which stays in the input and has the keys.
 */
import { type CSSProperties, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import styles from './Suggestions.module.css';

export type Suggestion = { readonly key: string; readonly text: string; readonly hint?: string };
export const suggestionsBox = styles.box;

export function Suggestions(props: {
  readonly listId: string;
  readonly suggestions: readonly Suggestion[];
  /** Shown where there are none. */
  readonly words: ReactNode;
  readonly activeAt: number;
  readonly onChoose: (at: number) => void;
  /** px; 260 where absent. */
  readonly maxHeight?: number;
}): ReactElement {
  const { listId, suggestions, activeAt } = props;
  const box = useRef<HTMLDivElement>(null);
  const isList = suggestions.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever its height may have changed
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [isList]);
  useEffect(() => {
    box.current?.querySelector(`[id="${listId}-${activeAt}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, activeAt]);
  if (!isList)
    return (
      <div ref={box} className={styles.drop} aria-hidden="true">
        <p className={styles.words}>{props.words}</p>
      </div>
    );
  const height = props.maxHeight === undefined ? undefined : { '--suggestions-height': `${props.maxHeight}px` };
  return (
    <div ref={box} className={styles.drop} style={height as CSSProperties | undefined}>
      <div id={listId} className={styles.list} role="listbox" aria-label="Suggestions">
        {suggestions.map(({ key, text, hint }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
          <div
            key={key}
            id={`${listId}-${at}`}
            className={styles.option}
            role="option"
            aria-selected={at === activeAt}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => props.onChoose(at)}
          >
            <span dir="auto">{text}</span>
            {hint ? <span className={styles.hint}>{hint}</span> : null}
          </div>
        ))}
      </div>
    </div>
  );
}
