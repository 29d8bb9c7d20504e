import type { Positions } from '../map/positions.ts';
import type { Messages } from '../messages/messages.ts';

/** What the pages read. */
export type Sources = { readonly messages: Messages; readonly positions: Positions };
