import clsx from 'clsx';
import type { ButtonHTMLAttributes, MouseEvent, ReactElement } from 'react';
import styles from './PlainButton.module.css';

const ignore = (event: MouseEvent): void => event.preventDefault();

/**
 * A button where Mantine is not loaded (login, dialogs, bars). One `filled` per view. While its work runs it is `aria-disabled`: it ignores
 * clicks, also those that would submit its form, and retains the focus, which `disabled` takes from it.
 */
export function PlainButton({
  look = 'default',
  className,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  look?: 'filled' | 'default' | 'subtle' | 'icon';
}): ReactElement {
  const isOff = rest['aria-disabled'] === true;
  return (
    <button
      type="button"
      {...rest}
      onClick={isOff ? ignore : onClick}
      className={clsx(styles.button, styles[look], className)}
    />
  );
}
