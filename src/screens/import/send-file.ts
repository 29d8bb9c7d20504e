/** Uploads a file in parts and resumes where the server still has earlier parts. Never retries without a user action. */
import { api } from '../../../contract/api.ts';
import { type ImportState, maxImportPartBytes } from '../../../contract/calls/imports.ts';
import { send } from '../../api/send.ts';

export type SentFile = {
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
export async function sendFile(
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
