/** Decodes the text of a row. Own file: loaded with the first expanded row. */
import type { ReactElement } from 'react';
import { DecodeText } from '../../decoding/DecodeText.tsx';
import { decodable } from '../../decoding/row-meaning.ts';
import type { AnyRow } from '../../list/define-list.ts';

/** 'Decode' next to the text of an expanded message. */
export function DecodeRow({ row }: { row: AnyRow }): ReactElement {
  const request = decodable(row);
  return <DecodeText key={`${request.label} ${request.text}`} {...request} />;
}
