import clsx from 'clsx';
import type { InputHTMLAttributes, ReactElement } from 'react';
import styles from './Switch.module.css';

/** On or off, in effect at once. Its name is a label around it, or `aria-label`. */
export function Switch({
  checked,
  className,
  ...rest
}: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> & { checked: boolean }): ReactElement {
  return (
    <input
      type="checkbox"
      role="switch"
      {...rest}
      checked={checked}
      aria-checked={checked}
      className={clsx(styles.switch, className)}
    />
  );
}
