/** Time as a row of cells with fill levels, and patterns for the causes of gaps. Patterns always have text. */
import { type KeyboardEvent, type PointerEvent, type ReactElement, useRef, useState } from 'react';
import styles from './StripChart.module.css';

const stripPatterns = ['cross', 'rising', 'dots', 'upright', 'plain'] as const;
export type StripPattern = (typeof stripPatterns)[number];
export type StripCell = {
  /** 0 to 1. null = nothing to measure yet. */
  readonly share: number | null;
  /** Pattern of an empty cell. */
  readonly pattern: StripPattern | null;
  /** Description of the cell. */
  readonly text: string;
};

/** `onRead` receives the text of the hovered or selected cell, then null. */
export function StripChart(props: {
  label: string;
  cells: readonly StripCell[];
  onRead: (text: string | null) => void;
}): ReactElement {
  const { label, cells, onRead } = props;
  const strip = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const last = cells.length - 1;
  const read = (index: number | null): void => {
    setAt(index);
    onRead(index === null ? null : (cells[index]?.text ?? null));
  };
  const readAtPointer = ({ clientX }: PointerEvent): void => {
    const box = strip.current?.getBoundingClientRect();
    if (!box) return;
    read(Math.max(0, Math.min(last, Math.floor(((clientX - box.left) / box.width) * cells.length))));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const from = at ?? last;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      Home: 0,
      End: last,
    };
    const to = moves[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    read(Math.max(0, Math.min(last, to)));
  };
  const shown = at ?? last;
  return (
    <div
      ref={strip}
      className={styles.strip}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={shown}
      aria-valuetext={cells[shown]?.text ?? ''}
      onKeyDown={onKeyDown}
      onFocus={() => read(shown)}
      onBlur={() => read(null)}
      onPointerDown={readAtPointer}
      onPointerMove={readAtPointer}
      onPointerLeave={() => {
        if (document.activeElement !== strip.current) read(null);
      }}
    >
      {cells.map(({ share, pattern }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: cells differ by their index only
          key={index}
          className={styles.cell}
          data-pattern={share === 0 ? (pattern ?? 'plain') : undefined}
          data-none={share === null || undefined}
          data-at={at === index || undefined}
        >
          {share ? <i style={{ height: `${Math.max(8, share * 100)}%` }} /> : null}
        </span>
      ))}
    </div>
  );
}

/** A pattern next to its label. */
export function StripMark({ pattern }: { pattern: StripPattern }): ReactElement {
  return <span className={styles.mark} data-pattern={pattern} aria-hidden="true" />;
}
