/** 'Decode' next to a text, for every audience, on this device (C121). Its `key` is the text: another text needs another instance. */
import { IconBinaryTree } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useId, useState } from 'react';
import type { LineRequest } from '../../decoder/reading.ts';
import { useAudience } from '../session/use-session.ts';
import { PlainButton } from '../ui/PlainButton.tsx';
import styles from './DecodingResult.module.css';
import { DecodingResult } from './DecodingResult.tsx';
import { decodeHere } from './decode-here.ts';
import type { Decoding } from './decoding.ts';

type State = 'closed' | 'decoding' | { readonly decoding: Decoding } | { readonly failure: string };
/** Longer texts do not fit an address. */
const longestLink = 4000;

type Props = LineRequest & { /** The result is shown without a press. */ readonly isOpenAtOnce?: boolean };

export function DecodeText({ isOpenAtOnce = false, ...request }: Props): ReactElement {
  const { label, text } = request;
  const id = useId();
  const [state, setState] = useState<State>('closed');
  const press = async (): Promise<void> => {
    if (state === 'decoding') return;
    if (state !== 'closed' && !('failure' in state)) {
      setState('closed');
      return;
    }
    setState('decoding');
    try {
      setState({ decoding: await decodeHere(request) });
    } catch (error) {
      setState({ failure: error instanceof Error ? error.message : String(error) });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the text of this instance
  useEffect(() => {
    if (isOpenAtOnce) void press();
  }, []);
  return (
    <>
      <PlainButton aria-expanded={state !== 'closed'} aria-controls={id} onClick={() => void press()}>
        <IconBinaryTree size={16} aria-hidden="true" />
        Decode
      </PlainButton>
      <div id={id} className={styles.decoded} role="status">
        <Outcome state={state} />
        {typeof state === 'object' ? <LinkToDecoder label={label} text={text} /> : null}
      </div>
    </>
  );
}

function Outcome({ state }: { state: State }): ReactElement | null {
  if (state === 'closed') return null;
  if (state === 'decoding') return <p>Decoding …</p>;
  return 'failure' in state ? <p>{state.failure}</p> : <DecodingResult decoding={state.decoding} by="device" />;
}

/** Link for a Parser: the decoder has more space, and keeps earlier results. */
function LinkToDecoder({ label, text }: { label: string; text: string }): ReactElement | null {
  if (useAudience() !== 'parser' || text.length > longestLink) return null;
  return (
    <Link to="/decoding" search={{ label, text }}>
      Open in the decoder
    </Link>
  );
}
