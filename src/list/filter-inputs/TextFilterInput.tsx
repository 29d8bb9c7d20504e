import type { ReactElement } from 'react';
import { maxParamLength } from '../../../contract/params.ts';
import { type InputProps, inputClass } from './input-props.ts';

/** A code or free text. */
export function TextFilterInput(props: InputProps): ReactElement {
  return (
    <input
      id={props.id}
      className={inputClass(props)}
      type="text"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={maxParamLength}
      placeholder={props.placeholder}
      value={props.text}
      aria-invalid={props.problem ? true : undefined}
      aria-describedby={props.describedBy}
      onChange={(event) => props.onText(event.target.value)}
      onBlur={props.onLeave}
    />
  );
}
