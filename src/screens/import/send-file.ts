/**
 * A file on its way to the server, in parts. Goes on where it stopped, as far as the server still has what came.
 * Must not: know a screen, or try again by itself (nothing is sent behind a person's back).
 */
import { api } from '../../../contract/api.ts';
import { type ImportState, maxImportPartBytes } from '../../../contract/calls/imports.ts';
import { send } from '../../api/send.ts';

export type SentFile = {
  readonly file: File;
  /** Of the import on the server; null = it has not begun there. */
  id: string | null;
};

/** The file changed, went, or may not be read any more. */
export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file cannot be read any more. Choose it again.', { cause });
  }
}

/** Resolves when the last part has come. `told` gets the bytes that the server has. @throws ApiError, EndedSession, UnreadableFile */
export async function sendFile(
  sent: SentFile,
  signal: AbortSignal,
  told: (bytes: number) => void,
): Promise<ImportState> {
  let state = (await resumed(sent, signal)) ?? (await begun(sent, signal));
  sent.id = state.id;
  told(state.bytes);
  while (state.phase === 'receiving') {
    const body = await bytesOf(sent.file, state.bytes);
    const path = { id: state.id, offset: String(state.bytes) };
    state = await send(api.imports.part, { path, body, signal, cause: 'user' });
    told(state.phase === 'receiving' ? state.bytes : sent.file.size);
  }
  return state;
}

/** What the server has of the file; null = it knows of none. */
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
