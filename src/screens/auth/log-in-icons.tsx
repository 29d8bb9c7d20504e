/** Icons of the login form, which loads no library. */
import type { ReactElement, ReactNode } from 'react';

function Icon({ size, children }: { size: number; children: ReactNode }): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
export const eyeIcon = (
  <Icon size={20}>
    <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12z" />
    <circle cx="12" cy="12" r="3" />
  </Icon>
);

export const failureIcon = (
  <Icon size={18}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5m0 3.5v.1" strokeLinecap="round" />
  </Icon>
);
