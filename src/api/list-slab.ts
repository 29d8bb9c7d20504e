/**
 * The slab of a list: in the background, after its first live page, enough rows that it pages, sorts and filters without the network.
 * Must not: hold up or disturb what the person does; its failures are nobody's concern.
 */
import { isCurrent } from '../offline/database.ts';
import { slabPolicy } from '../offline/policy.ts';
import { keepPage, listKey, slabStoredAt } from '../offline/stored-pages.ts';
import { idle } from './idle.ts';
import { type ListAnswerRead, type ListCall, listCall, sendList } from './list-call.ts';
import { refreshWhole } from './whole-lists.ts';

const underWay = new Set<string>();

/** Fetches and keeps as many rows of the list's default view, and as often, as the policy says. Never throws. */
export async function fetchSlab(
  call: ListCall,
  first: Pick<ListAnswerRead<object>, 'rows' | 'count' | 'dataAt'>,
  epoch: number,
): Promise<void> {
  const hasWindow = call.endpoint.list.filters.some((filter) => filter.way === 'between');
  // The default window is known only while it stands: a search with own instants brings no slab.
  if (hasWindow && !call.request.window) return;
  if (refreshWhole(call.endpoint)) return;
  const key = listKey(call.list);
  if (underWay.has(key)) return;
  underWay.add(key);
  try {
    const storedAt = await slabStoredAt(call.list);
    const { everyMs } = slabPolicy(call.endpoint.id);
    if (storedAt === undefined || (storedAt !== null && first.dataAt - storedAt < everyMs)) return;
    await idle();
    if (isCurrent(epoch)) await keepPage(call.list, await slabOf(call, first), epoch);
  } catch {
    // Not reached or refused: the list itself tells it when the person asks.
  } finally {
    underWay.delete(key);
  }
}

async function slabOf(
  call: ListCall,
  first: Pick<ListAnswerRead<object>, 'rows' | 'count' | 'dataAt'>,
): Promise<Parameters<typeof keepPage>[1]> {
  const slab = listCall(
    call.endpoint,
    // What no filter declares belongs to the list itself; what was searched for does not.
    {
      filters: without(call.request.filters, call.question.asked),
      window: call.request.window,
      sort: null,
      offset: 0,
      limit: slabPolicy(call.endpoint.id).rows,
    },
    { ...call.fixed, ...call.path },
  );
  const isWhole = isUnfiltered(call) && call.request.offset === 0 && first.rows.length >= first.count;
  const answer = isWhole ? first : await sendList(slab, { cause: 'poll' });
  return { ...slab.question, storedAt: answer.dataAt, count: answer.count, rows: answer.rows, isSlab: true };
}

const isUnfiltered = (call: ListCall): boolean => Object.keys(call.question.asked).length === 0;

type Texts = Readonly<Record<string, string>>;
const without = (texts: Texts, left: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !Object.hasOwn(left, name)));
