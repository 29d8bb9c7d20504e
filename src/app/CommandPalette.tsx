import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { Audience } from '../../contract/audience.ts';
import { Dialog } from '../ui/Dialog.tsx';
import styles from './CommandPalette.module.css';
import { type Target, targetsFor } from './go-to.ts';
import { MenuIcon } from './MenuIcon.tsx';

/** Ctrl K: go to a screen, a tail or a station without the mouse. */
export function CommandPalette({ audience, onClose }: { audience: Audience; onClose(): void }): ReactElement {
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const targets = targetsFor(audience, typed);
  const current = Math.min(at, targets.length - 1);
  useEffect(() => {
    list.current?.children[current]?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const go = (target: Target): void => {
    onClose();
    void navigate({ to: target.to, search: target.search ?? {} });
  };
  const press = (event: KeyboardEvent): void => {
    const target = targets[current];
    if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, targets.length));
    else if (event.key === 'ArrowUp') setAt((current - 1 + targets.length) % Math.max(1, targets.length));
    else if (event.key === 'Enter' && target) go(target);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Go to" width={560} icon={<IconSearch size={24} aria-hidden />} onClose={onClose}>
      <input
        className={styles.input}
        role="combobox"
        aria-label="Go to a screen, tail or station"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={targets.length > 0 ? `${id}-${current}` : undefined}
        placeholder="Screen, tail or station"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div className={styles.list} role="listbox" id={`${id}-list`} aria-label="Places" ref={list}>
        {targets.map((target, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard works in the input above (combobox)
          <div
            key={`${target.to}${target.label}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className={styles.option}
            onClick={() => go(target)}
          >
            <MenuIcon name={target.icon} />
            <span className={styles.label}>{target.label}</span>
            <span className={styles.note}>{target.note}</span>
          </div>
        ))}
      </div>
      {targets.length === 0 ? <p className={styles.note}>No screen has this name.</p> : null}
    </Dialog>
  );
}
