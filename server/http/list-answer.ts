/** Response of a list: one text for a short page, otherwise streamed. */
import type { Endpoint, Reads } from '../../contract/endpoint.ts';
import type { Database } from '../database/pool.ts';
import { type ListNames, longPageText, type PageQuestion, pageText, readShortPage } from '../query/list-page.ts';
import { TurnTooLate } from '../query/take-turn.ts';
import { Preserialised, StreamedAnswer } from './answer.ts';
import { HttpError } from './api-error.ts';

/** Maximum wait for a turn. */
const waitMs = 60_000;

type ListAsked = { readonly db: Database; readonly names: ListNames; readonly question: PageQuestion };

/** `asked` = creates the query. `remembered` = cache of short responses, shared by equal requests. */
export async function listAnswer<E extends Endpoint>(
  asked: () => Promise<ListAsked>,
  remembered: (make: () => Promise<string | null>) => Promise<string | null> = (make) => make(),
): Promise<Reads<E>> {
  const short = await remembered(async () => {
    const { db, names, question } = await asked();
    const page = await readShortPage(db, question);
    return page && pageText(names, page);
  });
  const answer = short === null ? new StreamedAnswer((signal) => longText(asked, signal)) : new Preserialised(short);
  return answer as unknown as Reads<E>; // the text of such a response
}

async function* longText(asked: () => Promise<ListAsked>, signal: AbortSignal): AsyncGenerator<string, void> {
  const { db, names, question } = await asked();
  try {
    yield* longPageText(db, names, question, { signal, waitMs });
  } catch (error) {
    if (!(error instanceof TurnTooLate)) throw error;
    throw new HttpError(503, 'Too many long lists are being sent. Try again shortly.', undefined, 5);
  }
}
