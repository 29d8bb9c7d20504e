import type { ReactElement } from 'react';
import { type InputProps, inputClass } from './input-props.ts';

/** any, true or false (C80). */
export function FlagSelect(props: InputProps): ReactElement {
  return (
    <select
      id={props.id}
      className={inputClass(props)}
      value={props.text}
      aria-describedby={props.describedBy}
      onChange={(event) => props.onText(event.target.value)}
      onBlur={props.onLeave}
    >
      <option value="">any</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  );
}
