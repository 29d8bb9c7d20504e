import type { ClipboardEvent, ReactElement } from 'react';
import { asTyped, type InputProps, ownAttributes } from './input-props.ts';

/** The longest of pasted lines: browsers would join them to a text that no message contains. */
export function longestLine(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .reduce((longest, line) => (line.length > longest.length ? line : longest), '');
}

/** A code or free text. Long texts are reported, not cut. `onCutLines`: pasted lines were omitted. `values` are suggestions. */
export function TextFilterInput(
  props: InputProps & { readonly onCutLines: (isCut: boolean) => void; readonly values?: readonly string[] },
): ReactElement {
  const { values = [] } = props;
  const valuesId = `${props.id}-values`;
  const onPaste = (event: ClipboardEvent<HTMLInputElement>): void => {
    const pasted = event.clipboardData.getData('text').trim();
    if (!/[\r\n]/.test(pasted)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    props.onText(value.slice(0, selectionStart ?? 0) + longestLine(pasted) + value.slice(selectionEnd ?? value.length));
    props.onCutLines(true);
  };
  return (
    <>
      <input
        {...ownAttributes(props)}
        {...asTyped}
        list={values.length > 0 ? valuesId : undefined}
        placeholder={props.placeholder}
        onChange={(event) => {
          props.onCutLines(false);
          props.onText(event.target.value);
        }}
        onPaste={onPaste}
        onBlur={props.onLeave}
      />
      {values.length > 0 ? (
        <datalist id={valuesId}>
          {values.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}
