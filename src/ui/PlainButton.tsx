import clsx from 'clsx';
import type { ButtonHTMLAttributes, ReactElement } from 'react';
import styles from './PlainButton.module.css';

/** A button where Mantine is not loaded (login, dialogs, bars). One `filled` per view. */
export function PlainButton({
  look = 'default',
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'filled' | 'default' | 'subtle' | 'icon';
}): ReactElement {
  return <button type="button" {...rest} className={clsx(styles.button, styles[look], className)} />;
}
