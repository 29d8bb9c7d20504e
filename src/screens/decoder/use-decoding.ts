/**
 * One decoding at a time: presses that count, the answer that is wanted, and why there is none.
 * Must not: send twice for a double click (C63), or hand over an answer that was given up.
 */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, EndedSession } from '../../api/api-error.ts';
import { type Decoded, decode } from '../../decoding/decode.ts';
import { useSinglePress } from '../../lib/use-single-press.ts';

type Asked = { readonly label: string; readonly text: string };

export function useDecoding(onDecoded: (decoded: Decoded, asked: Asked) => void): {
  readonly isBusy: boolean;
  /** A short line for the panel; the server's own words stand in the dialog (C51d). */
  readonly failure: string | null;
  /** False: this press does not count. */
  press(asked: Asked): boolean;
  drop(): void;
} {
  const counts = useSinglePress();
  const wanted = useRef<Asked | null>(null);
  const mutation = useMutation({
    mutationFn: ({ label, text }: Asked) => decode(label, text),
    meta: { errorTitle: 'The message was not decoded' },
    onSuccess: (decoded, asked) => {
      if (wanted.current === asked) onDecoded(decoded, asked);
    },
    onSettled: (_decoded, _error, asked) => {
      if (wanted.current === asked) wanted.current = null;
    },
  });
  return {
    isBusy: mutation.isPending,
    failure: mutation.error && wordsOf(mutation.error),
    press(asked) {
      if (wanted.current !== null || !counts(JSON.stringify(asked))) return false;
      wanted.current = asked;
      mutation.mutate(asked);
      return true;
    },
    drop() {
      wanted.current = null;
      mutation.reset();
    },
  };
}

function wordsOf(error: Error): string | null {
  if (error instanceof EndedSession) return null;
  return error instanceof ApiError ? 'The message was not decoded.' : error.message;
}
