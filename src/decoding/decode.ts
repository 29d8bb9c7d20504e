/** Decodes on the server, or on this device when it is unreachable. A refusal by the server is not hidden (ERR-01). */
import { api } from '../../contract/api.ts';
import { ApiError } from '../api/api-error.ts';
import { send } from '../api/send.ts';
import { decodeHere } from './decode-here.ts';
import { type Decoding, readDecoding } from './decoding.ts';

export type Decoded = { readonly decoding: Decoding; readonly by: 'server' | 'device' };

export async function decode(label: string, text: string): Promise<Decoded> {
  try {
    const { decodingModel } = await send(api.acarsMessage.decode, { body: { label, text }, cause: 'user' });
    return { decoding: readDecoding(decodingModel), by: 'server' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.unreached === null) throw error;
    return { decoding: await decodeHere(label, text), by: 'device' };
  }
}
