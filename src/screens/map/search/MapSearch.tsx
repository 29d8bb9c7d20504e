/** Search of the map: suggestions while typing, the first or the chosen one on Enter. */
import { IconLoader2 } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { useListKeys } from '../../../list/use-list-keys.ts';
import { FindInput } from '../../../ui/FindInput.tsx';
import { folded } from '../panel/in-view.ts';
import type { Found } from './find-on-map.ts';
import styles from './MapSearch.module.css';
import { useFound } from './use-found.ts';

export function MapSearch({ onGo }: { onGo: (found: Found) => void }): ReactElement {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  const { groups, isPending } = useFound(isOpen ? words : '');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useListKeys({ '/': () => input.current?.focus() });
  const found = groups.flatMap((group) => group.found);
  const active = found.find(({ key }) => key === activeKey) ?? found[0] ?? null;
  const hasWords = isOpen && folded(words) !== '';
  const go = (one: Found): void => {
    setOpen(false);
    setWords('');
    onGo(one);
  };
  const step = (by: number): void => {
    const at = active ? found.indexOf(active) : -1;
    setActiveKey(found[(at + by + found.length) % found.length]?.key ?? null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      if (words === '') input.current?.blur();
      setWords('');
      setOpen(false);
    } else if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else if (event.key === 'Enter' && active) go(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <search className={styles.search} data-uncovered>
      <FindInput
        ref={input}
        label="Flight, tail, ICAO or airport"
        words={words}
        onWords={(next) => {
          setWords(next);
          setOpen(true);
          setActiveKey(null);
        }}
        role="combobox"
        aria-expanded={hasWords}
        aria-autocomplete="list"
        aria-controls={hasWords ? id : undefined}
        aria-activedescendant={hasWords && active ? `${id}${found.indexOf(active)}` : undefined}
        aria-keyshortcuts="/"
        autoComplete="off"
        maxLength={40}
        spellCheck={false}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      >
        {hasWords && isPending ? <IconLoader2 size={18} className={styles.busy} aria-hidden="true" /> : null}
      </FindInput>
      {hasWords ? (
        <div id={id} role="listbox" aria-label="Search results" className={styles.results}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
            <div key={group.name} role="group" aria-label={group.name}>
              <p aria-hidden="true">{group.name}</p>
              {group.found.map((one) => (
                // The input has the focus and the keys.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={one.key}
                  id={`${id}${found.indexOf(one)}`}
                  role="option"
                  aria-selected={one === active}
                  className={styles.option}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => go(one)}
                >
                  <b dir="auto">{one.name}</b>
                  <span dir="auto">{one.detail}</span>
                </div>
              ))}
            </div>
          ))}
          {found.length === 0 ? <p>{isPending ? 'Searching' : 'Nothing found.'}</p> : null}
        </div>
      ) : null}
      <span className="dl-hidden" role="status">
        {hasWords && !isPending ? `${found.length} found` : ''}
      </span>
    </search>
  );
}
