import type { ReactElement } from 'react';
import { type InputProps, inputClass } from './input-props.ts';

/**
 * A calendar day, with the browser's own picker (REF-06). Its text is `YYYY-MM-DD`, however the browser shows it.
 * What is no whole day the browser keeps to itself: `onBad` tells that it is there, the text is then empty.
 */
export function DayInput(
  props: InputProps & { readonly accessibleName: string; readonly onBad: (isBad: boolean) => void },
): ReactElement {
  return (
    <input
      id={props.id}
      className={inputClass(props)}
      type="date"
      aria-label={props.accessibleName}
      value={props.text}
      aria-invalid={props.problem ? true : undefined}
      aria-describedby={props.describedBy}
      onInput={(event) => props.onBad(event.currentTarget.validity.badInput)}
      onChange={(event) => props.onText(event.target.value)}
      onBlur={props.onLeave}
    />
  );
}
