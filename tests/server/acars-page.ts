import { acarsList } from '../../server/messages/acars-columns.ts';
import { type MessageRequest, messagePage } from '../../server/messages/message-page.ts';
import type { Messages } from '../../server/messages/messages.ts';
import type { ListPage } from '../../server/query/list-page.ts';

/** One page of raw messages, newest first. */
export const acarsPage = (db: Messages, request: MessageRequest): Promise<ListPage> =>
  messagePage(db, acarsList, request);
