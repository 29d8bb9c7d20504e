/** State of an import: the upload from this page, or the server's progress. The server continues without this page, an upload does not.
 * Own file: a protocol, without a part of the screen. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../contract/api.ts';
import { type ImportState, maxImportPartBytes } from '../../../contract/calls/imports.ts';
import type { Body } from '../../../contract/endpoint.ts';
import { ApiError } from '../../data/api-error.ts';
import { send } from '../../data/send.ts';
import { EndedSession } from '../../session/session-signal.ts';

export type Sending = { readonly file: File; readonly bytes: number; readonly isStopped: boolean };
export type ImportHandle = {
  /** The file being uploaded, or that failed to upload. */
  readonly sending: Sending | null;
  readonly state: ImportState | null;
  /** Why the last step failed. The selection stays. */
  readonly problem: string | null;
  /** Whether an import runs could not be requested. */
  readonly notLoaded: Error | null;
  loadAgain(): void;
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
  const { data, isPending, error, refetch } = useQuery({
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
    problem,
    notLoaded: sending ? null : error,
    loadAgain: () => void refetch(),
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

// ---- upload in parts, resumed where the server still has earlier parts. Never retries without a user action

type SentFile = {
  readonly file: File;
  /** Id of the import on the server, null before its start. */
  id: string | null;
};

/** The file changed, was removed, or can no longer be read. */
class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file can no longer be read. Choose it again.', { cause });
  }
}

/** Resolves after the last part. `onProgress` gets the number of bytes on the server. @throws ApiError, EndedSession, UnreadableFile */
async function sendFile(
  sent: SentFile,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<ImportState> {
  let state = (await resumed(sent, signal)) ?? (await begun(sent, signal));
  sent.id = state.id;
  onProgress(state.bytes);
  while (state.phase === 'receiving') {
    const body = await bytesOf(sent.file, state.bytes);
    const path = { id: state.id, offset: String(state.bytes) };
    state = await send(api.imports.part, { path, body, signal, cause: 'user' });
    onProgress(state.phase === 'receiving' ? state.bytes : sent.file.size);
  }
  return state;
}

/** State of the file on the server, null if unknown there. */
async function resumed({ id }: SentFile, signal: AbortSignal): Promise<ImportState | null> {
  if (id === null) return null;
  const { import: state } = await send(api.imports.current, { signal, cause: 'user' });
  return state?.id === id ? state : null;
}

const begun = ({ file }: SentFile, signal: AbortSignal): Promise<ImportState> =>
  send(api.imports.begin, { body: { fileName: file.name.slice(0, 200), size: file.size }, signal, cause: 'user' });

async function bytesOf(file: File, from: number): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.slice(from, from + maxImportPartBytes).arrayBuffer());
  } catch (error) {
    throw new UnreadableFile(error);
  }
}
