import type { Api } from '../../contract/api.ts';
import type { Handlers } from '../../contract/endpoint.ts';
import { sharedViewLimits } from '../../contract/entities/shared-view.ts';
import { HttpError } from '../http/api-error.ts';
import { type Context, callerOf } from '../http/guard.ts';
import { type Owner, sharedViewsOf, shareView, unshareView } from './shared-views.ts';

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
    if (!isDeleted) throw new HttpError(404, 'You share no such view.');
    return undefined;
  },
};
