import type { ReactElement } from 'react';
import { type InputProps, ownAttributes } from './input-props.ts';

/**
 * A calendar day, with the browser's own picker (REF-06). Its text is `YYYY-MM-DD`, however the browser shows it.
 * Browsers hide an incomplete day: `onBad` reports it, and the text is then empty.
 */
export function DayInput(
  props: InputProps & { readonly accessibleName: string; readonly onBad: (isBad: boolean) => void },
): ReactElement {
  return (
    <input
      {...ownAttributes(props)}
      type="date"
      aria-label={props.accessibleName}
      onInput={(event) => props.onBad(event.currentTarget.validity.badInput)}
      onChange={(event) => props.onText(event.target.value)}
      onBlur={props.onLeave}
    />
  );
}
