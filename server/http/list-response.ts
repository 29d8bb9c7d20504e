/** Response of a list: one text for a short page, otherwise streamed. */
import type { Endpoint, Reads } from '../../contract/endpoint.ts';
import { isReplicaFailure } from '../database/reads.ts';
import { type ListNames, longPageText, type PageSource, pageText, readShortPage } from '../query/list-page.ts';
import { TurnTooLate } from '../query/take-turn.ts';
import { HttpError } from './api-error.ts';
import { Preserialised, StreamedResponse } from './response.ts';

/** Maximum wait for a turn. */
const waitMs = 60_000;

/** Creates the query. */
type ReadSource = () => Promise<PageSource & { readonly names: ListNames }>;
/** `read` = from a replica if there is one; `instead` = from the primary, when the replica fails. */
type Sources = { readonly read: ReadSource; readonly instead: ReadSource | null };

/** `remembered` = cache of short responses, shared by equal requests. */
export async function listResponse<E extends Endpoint>(
  read: ReadSource,
  remembered: (make: () => Promise<string | null>) => Promise<string | null> = (make) => make(),
  instead: ReadSource | null = null,
): Promise<Reads<E>> {
  const either = { read, instead };
  const short = await remembered(() => shortText(either));
  const response =
    short === null ? new StreamedResponse((signal) => longText(either, signal)) : new Preserialised(short);
  return response as unknown as Reads<E>; // the text of such a response
}

async function shortText({ read, instead }: Sources): Promise<string | null> {
  try {
    const { db, names, request } = await read();
    const page = await readShortPage(db, request);
    return page && pageText(names, page);
  } catch (error) {
    if (!instead || !isReplicaFailure(error)) throw error;
    return shortText({ read: instead, instead: null });
  }
}

async function* longText({ read, instead }: Sources, signal: AbortSignal): AsyncGenerator<string, void> {
  const { names, ...first } = await firstOf({ read, instead });
  try {
    yield* longPageText({ first, instead }, names, { signal, waitMs });
  } catch (error) {
    if (!(error instanceof TurnTooLate)) throw error;
    throw new HttpError(503, 'Too many long lists are being sent. Try again shortly.', undefined, 5);
  }
}

function firstOf({ read, instead }: Sources): ReturnType<ReadSource> {
  return read().catch((error: unknown) => {
    if (!instead || !isReplicaFailure(error)) throw error;
    return instead();
  });
}
