import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { type SharedView, sharedViewLimits } from '../../contract/entities/shared-view.ts';
import type { Database, Query } from '../database/pool.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';

/** null = an account without a company shares with no one. */
function ownerOf(context: Context): Owner | null {
  const { userId, company } = callerOf(context);
  return company?.trim() ? { userId, company } : null;
}

export const sharedViewHandlers: Handlers<Api['sharedViews'], Context> = {
  ofCompany: async (context) => {
    const owner = ownerOf(context);
    return owner ? sharedViewsOf(context.db, owner) : [];
  },

  share: async ({ body, ...context }) => {
    const owner = ownerOf(context);
    if (!owner)
      throw new HttpError(409, 'Your account has no company to share with. Copy the link of the view instead.');
    const view = await shareView(context.db, owner, body);
    if (!view)
      throw new HttpError(
        409,
        `Your company shares ${sharedViewLimits.perCompany} views. Delete one to share another.`,
      );
    return view;
  },

  unshare: async ({ path, ...context }) => {
    const id = Number(path.id);
    const isDeleted = Number.isSafeInteger(id) && (await unshareView(context.db, callerOf(context).userId, id));
    if (!isDeleted) throw new HttpError(404, 'You do not share this view.');
    return undefined;
  },
};

// ---- SQL of saved views that users of a company share (decision 35).

/** `company` as stored in the account. */
type Owner = { readonly userId: string; readonly company: string };
type NewView = { readonly list: string; readonly name: string; readonly search: string };

/** Companies are equal without case and spaces, as for messages (C38). */
const ofCompany = 'lower(trim(owner.company)) = lower(trim($2))';
const shown = `v.id::float8 as id, v.list, v.name, v.search, owner.user_name as by, owner.id = $1 as "isOwn"`;

/** Those of one owner are next to each other. */
const sharedViewsOf = (db: Query, { userId, company }: Owner): Promise<SharedView[]> =>
  db.query<SharedView>(
    `select ${shown} from shared_view v join users owner on owner.id = v.user_id
     where ${ofCompany} order by lower(v.name), v.id`,
    [userId, company],
  );

/** Replaces the own view of the same list and name. null = the company has too many. */
function shareView(db: Database, owner: Owner, { list, name, search }: NewView): Promise<SharedView | null> {
  return db.transaction(async (tx) => {
    // Two at once could exceed the limit.
    await tx.query(`select pg_advisory_xact_lock(hashtext('downlink shared views'))`);
    const [found] = await tx.query<{ count: number }>(
      `select count(*)::int as count from shared_view v join users owner on owner.id = v.user_id
       where ${ofCompany} and not (v.user_id = $1 and v.list = $3 and v.name = $4)`,
      [owner.userId, owner.company, list, name],
    );
    if ((found?.count ?? 0) >= sharedViewLimits.perCompany) return null;
    const [row] = await tx.query<SharedView>(
      `with v as (
         insert into shared_view (user_id, list, name, search) values ($1, $2, $3, $4)
         on conflict (user_id, list, name) do update set search = excluded.search returning *)
       select ${shown} from v join users owner on owner.id = v.user_id`,
      [owner.userId, list, name, search],
    );
    return row ?? null;
  });
}

/** false = there is no such view of this user. */
async function unshareView(db: Query, userId: string, id: number): Promise<boolean> {
  const rows = await db.query('delete from shared_view where id = $1 and user_id = $2 returning id', [id, userId]);
  return rows.length > 0;
}
