import type { ReactElement } from 'react';
import type { MessageKind } from '../../contract/entities/overview.ts';
import { oneLine } from '../lib/format.ts';
import { airportsIn } from './airports-in-words.ts';
import { ObjectLink } from './ObjectLink.tsx';

/** The sentence of a message. Airport codes are links. */
export function LinkedWords({ kind, words }: { readonly kind: MessageKind; readonly words: string }): ReactElement {
  return (
    <>
      {airportsIn(kind, words).map(({ text, isAirport }, at) =>
        isAirport ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence
          <ObjectLink key={at} to="airport" id={text} name={`Airport ${text}`}>
            {text}
          </ObjectLink>
        ) : (
          oneLine(text)
        ),
      )}
    </>
  );
}
