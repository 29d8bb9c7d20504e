/** State of an import: the upload from this page, or the server's progress. The server continues without this page, an upload does not. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import type { ImportState } from '../../../contract/calls/imports.ts';
import type { Body } from '../../../contract/endpoint.ts';
import { ApiError } from '../../api/api-error.ts';
import { send } from '../../api/send.ts';
import { EndedSession } from '../../session/session-signal.ts';
import { type SentFile, sendFile } from './send-file.ts';

export type Sending = { readonly file: File; readonly bytes: number; readonly isStopped: boolean };
export type ImportHandle = {
  /** The file being uploaded, or that failed to upload. */
  readonly sending: Sending | null;
  readonly state: ImportState | null;
  /** Why the last step failed. The selection stays. */
  readonly problem: string | null;
  /** The server's state was not requested yet. */
  readonly isLoading: boolean;
  /** A request is pending. */
  readonly isBusy: boolean;
  send(file: File): void;
  sendAgain(): void;
  write(options: Body<typeof api.imports.write>): void;
  /** Ends the current import. */
  putAway(): void;
};

const queryKey = ['import'] as const;
const pollMs = 500;
const waitsForAnother = 2000;
const everyMs: Readonly<Record<ImportState['phase'], number | false>> = {
  receiving: waitsForAnother,
  checking: pollMs,
  checked: false,
  writing: pollMs,
  written: false,
  failed: false,
};

export function useImport(): ImportHandle {
  const client = useQueryClient();
  const { data, isPending, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(api.imports.current, { signal, cause: 'poll' }),
    refetchInterval: ({ state }) => (state.data?.import ? everyMs[state.data.import.phase] : false),
    meta: { isQuiet: true },
  });
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const sent = useRef<SentFile | null>(null);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp(ending.current, sent.current), []);

  const show = (state: ImportState | null): void => void client.setQueryData(queryKey, { import: state });
  const reportError = (failure: unknown): void => {
    if (failure instanceof EndedSession) return;
    setProblem(failure instanceof Error ? failure.message : new ApiError({ cause: failure }).message);
  };
  async function once(work: () => Promise<void>): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    await work().catch(reportError);
    setBusy(false);
  }

  async function begin(one: SentFile): Promise<void> {
    ending.current?.abort();
    const controller = new AbortController();
    ending.current = controller;
    sent.current = one;
    setProblem(null);
    setSending({ file: one.file, bytes: 0, isStopped: false });
    try {
      const state = await sendFile(one, controller.signal, (bytes) =>
        setSending({ file: one.file, bytes, isStopped: false }),
      );
      show(state);
      sent.current = null;
      setSending(null);
    } catch (failure) {
      if (controller.signal.aborted) return;
      setSending((now) => now && { ...now, isStopped: true });
      reportError(failure);
    }
  }

  return {
    sending,
    state: data?.import ?? null,
    problem: problem ?? (sending ? null : (error?.message ?? null)),
    isLoading: isPending,
    isBusy,
    send: (file) => void begin({ file, id: null }),
    sendAgain: () => void (sent.current && begin(sent.current)),
    write: (body) =>
      void once(async () => {
        const id = data?.import?.id ?? '';
        show(await send(api.imports.write, { path: { id }, body, cause: 'user' }));
      }),
    putAway: () =>
      void once(async () => {
        ending.current?.abort();
        const id = sent.current?.id ?? (sending ? null : data?.import?.id);
        sent.current = null;
        setSending(null);
        if (id) await send(api.imports.cancel, { path: { id }, cause: 'user' }).catch(unlessGone);
        show(null);
      }),
  };
}

/** The screen was left: an incomplete upload is useless. An unreachable server discards it later. */
function giveUp(ending: AbortController | null, sent: SentFile | null): void {
  ending?.abort();
  if (sent?.id) void send(api.imports.cancel, { path: { id: sent.id }, cause: 'poll' }).catch(() => {});
}

/** Another user, or the server's end, was faster. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
