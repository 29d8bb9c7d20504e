/** Runs one decoding at a time. Ignores double clicks (C63) and cancelled responses. */
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { type Decoded, decode } from '../../decoding/decode.ts';
import { useSinglePress } from '../../lib/use-single-press.ts';
import { EndedSession } from '../../session/session-signal.ts';

type DecodeRequest = { readonly label: string; readonly text: string };

export function useDecoding(onDecoded: (decoded: Decoded, requested: DecodeRequest) => void): {
  readonly isBusy: boolean;
  /** Short line in the panel. The server's message is in the dialog (C51d). */
  readonly failure: string | null;
  /** False: this click is ignored. */
  press(requested: DecodeRequest): boolean;
  drop(): void;
} {
  const counts = useSinglePress();
  const pending = useRef<DecodeRequest | null>(null);
  const mutation = useMutation({
    mutationFn: ({ label, text }: DecodeRequest) => decode(label, text),
    meta: { errorTitle: 'The message was not decoded' },
    onSuccess: (decoded, requested) => {
      if (pending.current === requested) onDecoded(decoded, requested);
    },
    onSettled: (_decoded, _error, requested) => {
      if (pending.current === requested) pending.current = null;
    },
  });
  return {
    isBusy: mutation.isPending,
    failure: mutation.error && wordsOf(mutation.error),
    press(requested) {
      if (pending.current !== null || !counts(JSON.stringify(requested))) return false;
      pending.current = requested;
      mutation.mutate(requested);
      return true;
    },
    drop() {
      pending.current = null;
      mutation.reset();
    },
  };
}

function wordsOf(error: Error): string | null {
  if (error instanceof EndedSession) return null;
  return error instanceof ApiError ? 'The message was not decoded.' : error.message;
}
