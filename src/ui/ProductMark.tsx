import type { ReactElement } from 'react';

/** Logo: a receiver below two waves, in the accent colour. */
export function ProductMark({ size = 20 }: { size?: number }): ReactElement {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M5.4 13h13.2L12 23z" fill="var(--dl-accent)" />
      <path
        d="M2.3 6.6a13.2 13.2 0 0 1 19.4 0M6.4 10.2a7.6 7.6 0 0 1 11.2 0"
        fill="none"
        stroke="var(--dl-accent)"
        strokeWidth="2.3"
        strokeLinecap="round"
      />
    </svg>
  );
}
