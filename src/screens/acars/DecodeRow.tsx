import type { ReactElement } from 'react';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import type { AnyRow } from '../../list/define-list.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** 'Decode' next to the text of an expanded message. */
export function DecodeRow({ row }: { row: AnyRow }): ReactElement {
  const [label, text] = [textOf(row.label), textOf(row.text)];
  return <DecodeText key={`${label} ${text}`} label={label} text={text} />;
}
