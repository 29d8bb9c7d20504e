import type { ReactElement } from 'react';
import { type InputProps, ownAttributes } from './input-props.ts';

/** any, true or false (C80). */
export function FlagSelect(props: InputProps): ReactElement {
  return (
    <select {...ownAttributes(props)} onChange={(event) => props.onText(event.target.value)} onBlur={props.onLeave}>
      <option value="">any</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  );
}
